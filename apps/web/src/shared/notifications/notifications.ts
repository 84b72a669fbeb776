import { NOTIFICATION_PAGE_SIZE } from '@clutch/contract/constants'
import { NotificationKind } from '@clutch/contract/live/values'
import { queryOptions, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../api/api.ts'
import { useApiMutation, useKeyedCommands } from '../api/use-command.ts'
import { useSignedIn } from '../auth/session.ts'
import { useLiveEvent } from '../live/live.ts'
import { alertsQuery } from '../watchlist/alerts.ts'

/** The page with an ended queue's results: farms have no history. */
export const QUEUE_PAGES = { craft: '/craft/history', factory: '/factory/queue' } as const

/** Key of all notification queries; a new one invalidates them. */
const NOTIFICATIONS_KEY = ['notifications']

const unreadQuery = queryOptions({
  queryKey: [...NOTIFICATIONS_KEY, 'unread'],
  queryFn: async ({ signal }) => (await callApi('POST /notifications/get', {}, { signal })).unread_count,
})

/** The number of unread notifications. */
export function useUnreadCount(): number {
  return useQuery({ ...unreadQuery, enabled: useSignedIn() }).data ?? 0
}

/** The player's notifications, newest first, page by page. */
export function useNotifications() {
  return useInfiniteQuery({
    queryKey: [...NOTIFICATIONS_KEY, 'pages'],
    initialPageParam: null,
    queryFn: async ({ signal, pageParam }: { signal: AbortSignal; pageParam: string | null }) =>
      (await callApi('POST /notifications/get', { last_uuid: pageParam }, { signal })).notifications,
    getNextPageParam: nextCursor,
  })
}

/** Cursor of the next page: the last entry of this one. A page that is not full is the last. */
function nextCursor(page: readonly { readonly notification_id: string }[]): string | undefined {
  return page.length < NOTIFICATION_PAGE_SIZE ? undefined : page.at(-1)?.notification_id
}

/** Refetches the notifications when one arrives, and the alerts when one was triggered. */
export function useNotificationsFollow(): void {
  const client = useQueryClient()
  useLiveEvent('notificationAdded', ({ payload }) => {
    if (payload.case !== 'notificationAdded') return
    void client.invalidateQueries({ queryKey: NOTIFICATIONS_KEY })
    if (payload.value.kind === NotificationKind.PRICE_ALERT) void client.invalidateQueries(alertsQuery)
  })
}

/** Marks a notification and all older ones as read; continues if the panel closes meanwhile. */
export function useMarkRead() {
  const client = useQueryClient()
  const commands = useKeyedCommands()
  const { mutate, isPending } = useApiMutation({
    mutationFn: (upTo: string) => commands.send('POST /notifications/mark-read', { up_to: upTo }),
    onSuccess({ unread_count }) {
      client.setQueryData(unreadQuery.queryKey, unread_count)
    },
    invalidates: [NOTIFICATIONS_KEY],
    invalidatesInOtherTabs: [NOTIFICATIONS_KEY],
    awaitsRefetch: false,
  })
  return { markRead: mutate, isPending }
}
