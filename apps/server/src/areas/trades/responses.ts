import type { Trade as TradeAnswer } from '@clutch/contract'
import { toSeconds, toSecondsBy } from '@clutch/contract/formats'
import {
  pairIdOf,
  type ItemAmount,
  type Trade,
  type TradeMissing,
  type TradeSide,
  type UserId,
  type World,
} from '@clutch/economy'
import type { ResponseTable } from '../../writer/area.ts'

/** A trade from one player's side; names are added when the response is built. */
export type UnnamedTrade = Omit<TradeAnswer, 'opponent_name'>

interface Answered {
  readonly trade: UnnamedTrade
}

declare module '../../writer/outcome.ts' {
  interface Responses {
    create_trade: Answered
    confirm_trade: Answered
    cancel_trade: Answered
    decline_trade: Answered
  }
}

type TradeCommandType = 'create_trade' | 'confirm_trade' | 'cancel_trade' | 'decline_trade'

export const tradeResponses: Pick<ResponseTable, TradeCommandType> = {
  create_trade: ({ userId, otherId }, _events, world) =>
    answer(world.trades.activeOf(pairIdOf(userId, otherId)), userId),
  confirm_trade: answerById,
  cancel_trade: answerById,
  decline_trade: answerById,
}

function answerById(
  { userId, tradeId }: { readonly userId: UserId; readonly tradeId: Trade['id'] },
  _events: unknown,
  world: World,
): Answered {
  return answer(world.trades.get(tradeId), userId)
}

function answer(trade: Trade | undefined, userId: UserId): Answered {
  if (trade === undefined) throw new Error('A trade command produced no trade')
  return { trade: toTradeResponse(trade, userId) }
}

/** Converts a trade to the contract's form, from one player's side. */
export function toTradeResponse(trade: Trade, userId: string): UnnamedTrade {
  const [low, high] = trade.sides
  const isLow = low.userId === userId
  const [own, other] = isLow ? [low, high] : [high, low]
  return {
    id: trade.id,
    trade_status: trade.status,
    my_status: statusOfSide(own),
    opponent_status: statusOfSide(other),
    opponent_uuid: other.userId,
    jdoc: { user_1: toOffer(low), user_2: toOffer(high) },
    me: isLow ? 'user_1' : 'user_2',
    is_creator: trade.creatorId === userId,
    revision: trade.revision,
    version: trade.version,
    created_at: toSeconds(trade.createdAtMs),
    expires_at: toSecondsBy(trade.expiresAtMs),
    ended_at: toSeconds(trade.endedAtMs),
    my_missing: toMissing(own.missing),
    opponent_missing: toMissing(other.missing),
  }
}

function statusOfSide({ confirmation }: TradeSide): 'pending' | 'confirmed' {
  return confirmation === 'none' ? 'pending' : 'confirmed'
}

function toOffer({ offer }: TradeSide): TradeAnswer['jdoc']['user_1'] {
  return { coins: offer.coins, items: toCounts(offer.items) }
}

/** Counts by item id. */
export function toCounts(items: readonly ItemAmount[]): Record<string, number> {
  return Object.fromEntries(items.map(({ itemId, count }) => [String(itemId), count]))
}

function toMissing(missing: readonly TradeMissing[]): TradeAnswer['my_missing'] {
  return missing.map(({ asset, count }) => ({ item_id: asset, count }))
}
