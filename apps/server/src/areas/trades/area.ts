import { TradeStatus as LiveStatus } from '@clutch/contract/live'
import type { Trade, TradeSide } from '@clutch/economy'
import { sql } from 'kysely'
import type { ServerArea } from '../../area.ts'
import { nameOf as itemNameOf } from '../../refusals.ts'
import { tradeAnswers } from './answers.ts'
import { tradesById, tradesOfPairs } from './load.ts'
import { gatherTradeRows } from './rows.ts'
import './tables.ts'

declare module '../../bus/message.ts' {
  interface AreaUpdates {
    /** Trades that were opened, changed or ended, told to both players. */
    readonly trades: readonly TradeUpdate[]
  }
}

interface TradeUpdate {
  readonly isNew: boolean
  readonly trade: Trade
}

const LIVE_STATUSES = {
  active: LiveStatus.ACTIVE,
  completed: LiveStatus.COMPLETED,
  declined: LiveStatus.DECLINED,
  cancelled: LiveStatus.CANCELLED,
  expired: LiveStatus.EXPIRED,
} as const

/** Trades between friends (rules §11). */
export const tradesArea = {
  name: 'trades',
  entities: { pair: tradesOfPairs, trade: tradesById },
  rows: gatherTradeRows,
  answers: tradeAnswers,
  refusals: {
    trade_ended: ({ code, status }) => ({ code, params: { trade_status: status } }),
    trade_changed: ({ code, revision }) => ({ code, params: { revision } }),
    too_many_trade_items: ({ code, max }) => ({ code, params: { max } }),
    item_not_tradable: ({ code, itemId }, pack) => ({
      code,
      params: { name: itemNameOf(pack, itemId), item_id: itemId },
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
    for (const { isNew, trade } of trades) {
      const name = isNew ? 'tradeCreated' : nameOf(trade)
      for (const { userId } of trade.sides) {
        if (!sink.isConnected(userId)) continue
        sink.toPlayer(userId, `${name}/${trade.id}`, { case: name, value: toLiveTrade(trade, userId) })
      }
    }
  },
  audit: [
    {
      rule: 'trade',
      query: sql`select format('trade %s is open between two who are no friends', trade_id) as detail
        from trade left join friend on user_id = user_1 and friend_id = user_2
        where status = 0 and friend_id is null`,
    },
  ],
} satisfies ServerArea

/** An open trade and a completed one have changed; every other end is told as a refusal. */
function nameOf({ status }: Trade): 'tradeChanged' | 'tradeDeclined' {
  return status === 'active' || status === 'completed' ? 'tradeChanged' : 'tradeDeclined'
}

function toLiveTrade(trade: Trade, userId: string) {
  const [low, high] = trade.sides
  const isUser1 = low.userId === userId
  const [own, other] = isUser1 ? [low, high] : [high, low]
  return {
    id: trade.id,
    tradeStatus: LIVE_STATUSES[trade.status],
    isMySideConfirmed: own.confirmation !== 'none',
    isOpponentConfirmed: other.confirmation !== 'none',
    opponentUuid: other.userId,
    user1: toLiveOffer(low),
    user2: toLiveOffer(high),
    isUser1,
    isCreator: trade.creatorId === userId,
    revision: BigInt(trade.revision),
    version: BigInt(trade.version),
    createdAt: BigInt(trade.createdAtMs),
    expiresAt: BigInt(trade.expiresAtMs),
    endedAt: BigInt(trade.endedAtMs),
    myMissing: toLiveMissing(own),
    opponentMissing: toLiveMissing(other),
  }
}

function toLiveOffer({ offer: { coins, items } }: TradeSide) {
  const quantities = items.map(({ itemId, count }) => ({ itemId: BigInt(itemId), quantity: BigInt(count) }))
  return { coins: BigInt(coins), items: quantities }
}

function toLiveMissing({ missing }: TradeSide) {
  return missing.map(({ asset, count }) => ({ itemId: BigInt(asset), quantity: BigInt(count) }))
}
