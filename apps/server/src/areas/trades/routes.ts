import { asItemId, asTradeId, asUserId, succeed } from '@clutch/economy'
import type { Trade } from '@clutch/contract'
import type { ApiResult } from '../../api-result.ts'
import type { Context } from '../../context.ts'
import type { CallHandlers } from '../../http/call-handlers.ts'
import { sendCommand } from '../send-command.ts'
import { checkPlayer } from '../social/routes.ts'
import type { UnnamedTrade } from './responses.ts'
import { readActiveTrades, readTradeHistory, readTradeTotals, withNames } from './queries.ts'

/** Friend trades (document 2 §7, rules §11). The rules compare ids as text, so ids are lowercased first. */
export function tradeRoutes(context: Context): CallHandlers {
  return {
    'GET /social/get-active-trades': async ({ userId }) =>
      succeed({ response: await readActiveTrades(context, userId) }),
    'GET /social/get-trade-history': async ({ userId, query }) =>
      succeed({
        response: await readTradeHistory(context, userId, { ...query, user_uuid: query.user_uuid?.toLowerCase() }),
      }),
    'GET /social/get-trade-totals': async ({ userId, query }) => {
      const otherId = query.user_uuid.toLowerCase()
      const known = await checkPlayer(context, otherId)
      if (!known.ok) return known
      return succeed({ name: known.value, ...(await readTradeTotals(context, userId, otherId)) })
    },
    'POST /social/create-trade': async (input) => {
      const otherId = input.body.user_uuid.toLowerCase()
      const known = await checkPlayer(context, otherId)
      if (!known.ok) return known
      return named(
        context,
        await sendCommand(context, input, {
          type: 'create_trade',
          userId: asUserId(input.userId),
          otherId: asUserId(otherId),
        }),
      )
    },
    'POST /social/confirm-trade': async (input) => {
      const { id, trade_item, seen_revision } = input.body
      const items = Object.entries(trade_item.items).map(([itemId, count]) => ({
        itemId: asItemId(Number(itemId)),
        count,
      }))
      return named(
        context,
        await sendCommand(context, input, {
          type: 'confirm_trade',
          userId: asUserId(input.userId),
          tradeId: asTradeId(id.toLowerCase()),
          coins: trade_item.coins,
          items: items.filter(({ count }) => count > 0),
          seenRevision: seen_revision ?? undefined,
        }),
      )
    },
    'POST /social/cancel-trade': async (input) =>
      named(
        context,
        await sendCommand(context, input, {
          type: 'cancel_trade',
          userId: asUserId(input.userId),
          tradeId: asTradeId(input.body.id.toLowerCase()),
        }),
      ),
    'POST /social/decline-trade': async (input) =>
      named(
        context,
        await sendCommand(context, input, {
          type: 'decline_trade',
          userId: asUserId(input.userId),
          tradeId: asTradeId(input.body.id.toLowerCase()),
        }),
      ),
  }
}

async function named(
  context: Context,
  answer: ApiResult<{ readonly trade: UnnamedTrade }>,
): Promise<ApiResult<{ trade: Trade }>> {
  if (!answer.ok) return answer
  const [trade] = await withNames(context, [answer.value.trade])
  if (trade === undefined) throw new Error('A trade is missing from the response')
  return succeed({ trade })
}
