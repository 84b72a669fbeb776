import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/Button.tsx'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#shared/ui/States.tsx'
import pages from '#shared/ui/TablePage.module.css'
import { useTitle } from '#shared/ui/use-title.ts'
import styles from '../AdminPanel.module.css'
import { useModeratedChannels } from '../channels/channels.ts'
import { useReports } from './moderation.ts'
import { ReportCard } from './ReportCard.tsx'

/** Open message reports, each with the message and its context as reported (rules §12). */
export function ReportsPage() {
  const { t } = useTranslation('admin')
  useTitle(t('tabs.reports'))
  const heading = useRef<HTMLHeadingElement>(null)
  const { data: reports, error, isFetching, refetch } = useReports()
  const { data: channels = [] } = useModeratedChannels()
  return (
    <div className={pages['page']}>
      <div className={styles['head']}>
        <h2 ref={heading} tabIndex={-1} className={pages['title']}>
          {t('tabs.reports')}
        </h2>
        <Button isPending={isFetching && reports !== undefined} onClick={() => void refetch()}>
          {t('reports.again')}
        </Button>
      </div>
      {reports === undefined && error === null && <Skeleton shape="sections" />}
      {reports === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {reports?.length === 0 && <EmptyState>{t('reports.none')}</EmptyState>}
      {reports?.map((report) => (
        <ReportCard
          key={report.report_id}
          report={report}
          channelName={channels.find(({ ID }) => ID === report.message.channel_id)?.Name ?? t('reports.private')}
          // The card is removed together with the focus.
          onSettled={() => heading.current?.focus()}
          onStale={() => void refetch()}
        />
      ))}
    </div>
  )
}
