import { IconExternalLink, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState, ErrorState } from '#shared/ui/States.tsx'
import { announcementKey, changelogKey, useNews } from '../api/news.ts'
import { AnnouncementCard } from './AnnouncementCard.tsx'
import { ChangelogCard } from './ChangelogCard.tsx'
import styles from './News.module.css'
import { NewsSkeleton } from './NewsSkeleton.tsx'

/** What the game's operator has to tell: announcements, the changelog and where to report an issue (document 1 §1). */
export function News() {
  const { t } = useTranslation('home')
  return (
    <section className={styles['news']} aria-labelledby="news-title">
      <h2 id="news-title" className={styles['title']}>
        {t('news.title')}
      </h2>
      <Entries />
    </section>
  )
}

function Entries() {
  const { t } = useTranslation('home')
  const { data, error, refetch } = useNews()
  if (data === undefined) {
    return error === null ? <NewsSkeleton /> : <ErrorState error={error} onRetry={() => void refetch()} />
  }
  const { announcements, changelog, report_issue_url: reportUrl, today, newKeys } = data
  return (
    <div className={styles['columns']}>
      <div className={styles['announcements']}>
        {announcements.length === 0 && <EmptyState>{t('news.empty')}</EmptyState>}
        {announcements.map((entry) => (
          <AnnouncementCard
            key={entry.id}
            announcement={entry}
            today={today}
            isNew={newKeys.has(announcementKey(entry))}
          />
        ))}
      </div>
      <aside className={styles['aside']} aria-label={t('news.changes.title')}>
        {changelog.map((entry) => (
          <ChangelogCard key={entry.version} entry={entry} isNew={newKeys.has(changelogKey(entry))} />
        ))}
        <p className={styles['note']}>
          <IconRefresh size={16} stroke={1.6} aria-hidden="true" />
          {t('news.note')}
        </p>
        {reportUrl !== null && (
          <a className={styles['report']} href={reportUrl} target="_blank" rel="noopener noreferrer">
            <IconExternalLink size={16} stroke={1.6} aria-hidden="true" />
            {t('news.report')}
          </a>
        )}
      </aside>
    </div>
  )
}
