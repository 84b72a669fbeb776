import type { Trade } from '@clutch/contract'
import { FriendshipStatus } from '@clutch/contract/live/values'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLiveEvent } from '#shared/live/live.ts'
import { showToast } from '#shared/ui/toast-store.ts'
import { blockedQuery, friendsQuery } from './social.ts'
import { invitationsQuery, SOCIAL_KEY, tradesQuery } from './waiting.ts'
import { toTrade } from '../model/live-trade.ts'
import { isOvertaken } from '../model/open-trades.ts'
import { putTrade } from './put-trade.ts'
import { shownTrade, updateShownTrade } from '../model/social-store.ts'
import { dropDraft } from '../model/trade-drafts.ts'
import { tradeLooks } from '../model/trade-looks.ts'

/** Shows what other players do at once, and announces what document 2 §4 has texts for. */
export function useSocialEvents(): void {
  const { t } = useTranslation('social', { useSuspense: false })
  const client = useQueryClient()

  useLiveEvent('socialFriendChanged', ({ payload }) => {
    if (payload.case !== 'socialFriendChanged') return
    void client.invalidateQueries({ queryKey: [...SOCIAL_KEY, 'found'] })
    switch (payload.value.status) {
      case FriendshipStatus.PENDING:
        void client.invalidateQueries(invitationsQuery)
        return
      case FriendshipStatus.ACCEPTED:
        refetchFriendsAndInvitations(client)
        showToast(t('notices.accepted'), 'buy')
        return
      case FriendshipStatus.DECLINED:
        void client.invalidateQueries(invitationsQuery)
        showToast(t('notices.declined'))
        return
      case FriendshipStatus.BLOCKED:
        refetchFriendsAndInvitations(client)
        void client.invalidateQueries(blockedQuery)
        return
      case FriendshipStatus.DELETED:
        void client.invalidateQueries(friendsQuery)
        showToast(t('notices.deleted'))
        return
      case FriendshipStatus.NONE:
      default:
        void client.invalidateQueries({ queryKey: SOCIAL_KEY })
    }
  })
  useLiveEvent('friendPresenceChanged', ({ payload }) => {
    if (payload.case !== 'friendPresenceChanged') return
    const { userUuid, online } = payload.value
    client.setQueryData(friendsQuery.queryKey, (friends) =>
      friends?.map((friend) => (friend.user_uuid === userUuid ? { ...friend, online } : friend)),
    )
  })
  useLiveEvent('tradeCreated', ({ payload }) => {
    if (payload.case !== 'tradeCreated') return
    const trade = toTrade(payload.value)
    setTrade(client, trade)
    if (!trade.is_creator) showToast(t('notices.trade_created', { name: trade.opponent_name }), 'buy')
  })
  useLiveEvent('tradeChanged', ({ payload }) => {
    if (payload.case !== 'tradeChanged') return
    const trade = toTrade(payload.value)
    setTrade(client, trade)
    if (shownTrade()?.id === trade.id) return
    if (trade.trade_status === 'completed') showToast(t('trade.completed'), 'buy')
    else if (trade.my_missing.length > 0) showToast(t('notices.missing', { name: trade.opponent_name }), 'error')
  })
  useLiveEvent('tradeDeclined', ({ payload }) => {
    if (payload.case !== 'tradeDeclined') return
    const trade = toTrade(payload.value)
    setTrade(client, trade)
    if (shownTrade()?.id !== trade.id) showToast(t(`ended.${trade.trade_status}`, { name: trade.opponent_name }))
  })
}

/**
 * Applies a trade from a response or an event to the list of open trades and to its popup. Responses and events arrive in
 * any order; a state older than the known one is ignored.
 */
export function setTrade(client: QueryClient, trade: Trade): void {
  if (isOvertaken(trade, [shownTrade(), ...(client.getQueryData(tradesQuery.queryKey) ?? [])])) return
  putTrade(client, tradesQuery.queryKey, trade)
  tradeLooks.note(trade)
  updateShownTrade(trade)
  if (trade.trade_status === 'active') return
  dropDraft(trade)
  void client.invalidateQueries({ queryKey: [...SOCIAL_KEY, 'past'] })
}

function refetchFriendsAndInvitations(client: QueryClient): void {
  void client.invalidateQueries(friendsQuery)
  void client.invalidateQueries(invitationsQuery)
}
