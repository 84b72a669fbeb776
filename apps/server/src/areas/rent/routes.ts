import { asItemId, asUserId, succeed, type UserId } from '@clutch/economy'
import type { ApiResult } from '../../api-result.ts'
import type { Context } from '../../context.ts'
import type { CallHandlers } from '../../http/call-handlers.ts'
import { sendCommand } from '../send-command.ts'
import { readRent } from './queries.ts'

type RentCommand = Parameters<typeof sendCommand<'rent_put' | 'rent_take_back' | 'rent_take_salary' | 'rent_buy'>>[2]

/** The calls of rent (document 2 §7, rules §7). Every command returns the three updated lists. */
export function rentRoutes(context: Context, nowMs: () => number = Date.now): CallHandlers {
  const sendRentCommand = async (
    input: { readonly userId: string; readonly idempotencyKey: string | undefined },
    commandOf: (userId: UserId) => RentCommand,
  ): Promise<ApiResult<Awaited<ReturnType<typeof readRent>>>> => {
    const sent = await sendCommand(context, input, commandOf(asUserId(input.userId)))
    return sent.ok ? succeed(await readRent(context, input.userId, nowMs())) : sent
  }
  return {
    'GET /rent/get': async ({ userId }) => succeed(await readRent(context, userId, nowMs())),
    'POST /rent/put': (input) =>
      sendRentCommand(input, (userId) => {
        const { item_id, count } = input.body
        return { type: 'rent_put', userId, itemId: asItemId(item_id), count }
      }),
    'POST /rent/take-back': (input) =>
      sendRentCommand(input, (userId) => {
        const { item_id, count } = input.body
        return { type: 'rent_take_back', userId, itemId: asItemId(item_id), count }
      }),
    'POST /rent/take-salary': (input) =>
      sendRentCommand(input, (userId) => ({
        type: 'rent_take_salary',
        userId,
        itemIds: input.body.item_ids.map(asItemId),
      })),
    'POST /rent/buy-item': (input) =>
      sendRentCommand(input, (userId) => {
        const { rent_id, item_id, count } = input.body
        return { type: 'rent_buy', userId, rentId: asItemId(rent_id), itemId: asItemId(item_id), count }
      }),
  }
}
