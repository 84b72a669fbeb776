import { IconChecks, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '../ui/States.tsx'
import { NoticeLine } from './NoticeLine.tsx'
import { useMarkRead, useNotices, useUnreadCount } from './notices.ts'
import styles from './NoticesPanel.module.css'
import { PermissionLine } from './PermissionLine.tsx'

/** What happened to the player's interests, newest first. */
export function NoticesPanel({ onLeave }: { readonly onLeave: () => void }) {
  const { t } = useTranslation('watch')
  const { t: tShell } = useTranslation()
  const unread = useUnreadCount()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useNotices()
  const { markRead, isPending } = useMarkRead()
  const notices = data?.pages.flat()
  const newest = notices?.[0]?.notice_id
  return (
    <div className={styles['content']}>
      <div className={styles['head']}>
        <h2 className={styles['title']}>{tShell('notices.title')}</h2>
        {unread > 0 && newest !== undefined && (
          <Button look="quiet" isPending={isPending} onClick={() => markRead(newest)}>
            <IconChecks size={18} stroke={1.6} aria-hidden="true" />
            {t('notices.mark_all')}
          </Button>
        )}
        <Button look="quiet" isIcon aria-label={tShell('action.close')} onClick={onLeave}>
          <IconX size={18} />
        </Button>
      </div>
      <PermissionLine />
      <div className={styles['list']}>
        {notices === undefined &&
          (error === null ? <SkeletonRows /> : <ErrorState error={error} onRetry={() => void refetch()} />)}
        {notices?.length === 0 && <EmptyState>{t('notices.empty')}</EmptyState>}
        <ul>
          {notices?.map((notice) => (
            <NoticeLine
              key={notice.notice_id}
              notice={notice}
              onPress={() => {
                if (!notice.is_read) markRead(notice.notice_id)
                onLeave()
              }}
            />
          ))}
        </ul>
        {hasNextPage && (
          <Button className={styles['more']} isPending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('notices.older')}
          </Button>
        )}
      </div>
    </div>
  )
}
