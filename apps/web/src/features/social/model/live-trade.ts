import type { Trade } from '@clutch/contract'
import { toSeconds, toSecondsBy } from '@clutch/contract/formats'
import type { Trade as LiveTrade } from '@clutch/contract/live'
import { toSafeNumber, TradeStatus } from '@clutch/contract/live/values'

const STATUSES: Readonly<Record<number, Trade['trade_status']>> = {
  [TradeStatus.ACTIVE]: 'active',
  [TradeStatus.COMPLETED]: 'completed',
  [TradeStatus.DECLINED]: 'declined',
  [TradeStatus.CANCELLED]: 'cancelled',
  [TradeStatus.EXPIRED]: 'expired',
}

/** A trade that came over the live connection, as the API answers it. Its name is the caller's business. */
export function toTrade(live: LiveTrade, opponentName: string): Trade {
  return {
    id: live.id,
    trade_status: STATUSES[live.tradeStatus] ?? 'active',
    my_status: live.isMySideConfirmed ? 'confirmed' : 'pending',
    opponent_status: live.isOpponentConfirmed ? 'confirmed' : 'pending',
    opponent_uuid: live.opponentUuid,
    opponent_name: opponentName,
    jdoc: { user_1: toOffer(live.user1), user_2: toOffer(live.user2) },
    me: live.isUser1 ? 'user_1' : 'user_2',
    is_creator: live.isCreator,
    revision: toSafeNumber(live.revision),
    version: toSafeNumber(live.version),
    created_at: toSeconds(toSafeNumber(live.createdAt)),
    expires_at: toSecondsBy(toSafeNumber(live.expiresAt)),
    ended_at: toSeconds(toSafeNumber(live.endedAt)),
    my_missing: toMissing(live.myMissing),
    opponent_missing: toMissing(live.opponentMissing),
  }
}

function toOffer(side: LiveTrade['user1']): Trade['jdoc']['user_1'] {
  const items = (side?.items ?? []).map(({ itemId, quantity }) => [String(itemId), toSafeNumber(quantity)])
  return {
    coins: side === undefined ? 0 : toSafeNumber(side.coins),
    items: Object.fromEntries(items) as Record<string, number>,
  }
}

function toMissing(items: LiveTrade['myMissing']): Trade['my_missing'] {
  return items.map(({ itemId, quantity }) => ({ item_id: toSafeNumber(itemId), count: toSafeNumber(quantity) }))
}
