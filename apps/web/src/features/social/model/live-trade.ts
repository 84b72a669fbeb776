import type { Trade } from '@clutch/contract'
import type { Trade as LiveTrade } from '@clutch/contract/live'
import { toSafeNumber } from '@clutch/contract/live/values'

/** A trade from a live event, in the form of the calls. */
export function toTrade(live: LiveTrade): Trade {
  return {
    id: live.id,
    // The server writes only the statuses of the contract.
    trade_status: live.tradeStatus as Trade['trade_status'],
    my_status: live.myStatus as Trade['my_status'],
    opponent_status: live.opponentStatus as Trade['opponent_status'],
    opponent_uuid: live.opponentUuid,
    opponent_name: live.opponentName,
    jdoc: { user_1: toOffer(live.jdoc?.user1), user_2: toOffer(live.jdoc?.user2) },
    me: live.me as Trade['me'],
    is_creator: live.isCreator,
    revision: toSafeNumber(live.revision),
    version: toSafeNumber(live.version),
    created_at: toSafeNumber(live.createdAt),
    expires_at: toSafeNumber(live.expiresAt),
    ended_at: toSafeNumber(live.endedAt),
    my_missing: toMissing(live.myMissing),
    opponent_missing: toMissing(live.opponentMissing),
  }
}

type LiveOffer = NonNullable<LiveTrade['jdoc']>['user1']

function toOffer(offer: LiveOffer): Trade['jdoc']['user_1'] {
  const items = Object.entries(offer?.items ?? {}).map(([itemId, count]) => [itemId, toSafeNumber(count)] as const)
  return { coins: offer === undefined ? 0 : toSafeNumber(offer.coins), items: Object.fromEntries(items) }
}

function toMissing(missing: LiveTrade['myMissing']): Trade['my_missing'] {
  return missing.map(({ itemId, count }) => ({ item_id: toSafeNumber(itemId), count: toSafeNumber(count) }))
}
