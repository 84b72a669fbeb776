import type { Trade as TradeAnswer } from '@clutch/contract'
import type { Trade } from '@clutch/economy'
import { sql } from 'kysely'
import type { ServerArea } from '../../area.ts'
import type { EventPayload } from '../../live/area.ts'
import { nameOf } from '../../rejections.ts'
import { toTradeResponse, tradeResponses } from './responses.ts'
import { tradesById, tradesOfPairs } from './load.ts'
import { collectTradeRows } from './rows.ts'
import './tables.ts'

declare module '../../bus/message.ts' {
  interface AreaUpdates {
    /** Opened, changed and ended trades, broadcast to both players. */
    readonly trades: readonly TradeUpdate[]
  }
}

interface TradeUpdate {
  readonly isNew: boolean
  readonly trade: Trade
  /** Names by player id; `withPlayerNames` adds them before frames are built. */
  readonly names?: ReadonlyMap<string, string>
}

/** Friend trades (rules §11). */
export const tradesArea = {
  name: 'trades',
  entities: { pair: tradesOfPairs, trade: tradesById },
  rows: collectTradeRows,
  responses: tradeResponses,
  rejections: {
    trade_ended: ({ code, status }) => ({ code, params: { trade_status: status } }),
    trade_changed: ({ code, revision }) => ({ code, params: { revision } }),
    too_many_trade_items: ({ code, max }) => ({ code, params: { max } }),
    item_not_tradable: ({ code, itemId }, pack) => ({
      code,
      params: { name: nameOf(pack, itemId), item_id: itemId },
    }),
  },
  updates() {
    const trades: TradeUpdate[] = []
    return {
      on: {
        trade_created: ({ trade }) => void trades.push({ isNew: true, trade }),
        trade_changed: ({ trade }) => void trades.push({ isNew: false, trade }),
      },
      take: () => (trades.length === 0 ? {} : { trades }),
    }
  },
  frames({ trades = [] }, sink) {
    for (const { isNew, trade, names } of trades) {
      const event = isNew ? 'tradeCreated' : eventOf(trade)
      for (const { userId } of trade.sides) {
        if (!sink.isConnected(userId)) continue
        const seen = toTradeResponse(trade, userId)
        const opponent_name = names?.get(seen.opponent_uuid) ?? ''
        sink.toPlayer(userId, `${event}/${trade.id}`, { case: event, value: toLiveTrade({ ...seen, opponent_name }) })
      }
    }
  },
  checks: [
    {
      rule: 'trade',
      query: sql`select format('trade %s is open between two who are no friends', trade_id) as detail
        from trade left join friend on user_id = user_1 and friend_id = user_2
        where status = 0 and friend_id is null`,
    },
  ],
} satisfies ServerArea

/** Open and completed trades are broadcast as changed; every other end as declined. */
function eventOf({ status }: Trade): 'tradeChanged' | 'tradeDeclined' {
  return status === 'active' || status === 'completed' ? 'tradeChanged' : 'tradeDeclined'
}

type LiveTrade = Extract<EventPayload, { case: 'tradeChanged' }>['value']

/** A trade in its live form: the fields of the API with 64-bit numbers. */
function toLiveTrade(trade: TradeAnswer): LiveTrade {
  return {
    id: trade.id,
    tradeStatus: trade.trade_status,
    myStatus: trade.my_status,
    opponentStatus: trade.opponent_status,
    opponentUuid: trade.opponent_uuid,
    opponentName: trade.opponent_name,
    jdoc: { user1: toLiveOffer(trade.jdoc.user_1), user2: toLiveOffer(trade.jdoc.user_2) },
    me: trade.me,
    isCreator: trade.is_creator,
    revision: BigInt(trade.revision),
    version: BigInt(trade.version),
    createdAt: BigInt(trade.created_at),
    expiresAt: BigInt(trade.expires_at),
    endedAt: BigInt(trade.ended_at),
    myMissing: toLiveMissing(trade.my_missing),
    opponentMissing: toLiveMissing(trade.opponent_missing),
  }
}

function toLiveOffer({ coins, items }: TradeAnswer['jdoc']['user_1']) {
  const counts = Object.entries(items).map(([itemId, count]) => [itemId, BigInt(count)] as const)
  return { coins: BigInt(coins), items: Object.fromEntries(counts) }
}

function toLiveMissing(missing: TradeAnswer['my_missing']) {
  return missing.map(({ item_id, count }) => ({ itemId: BigInt(item_id), count: BigInt(count) }))
}
