import { IconExternalLink, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { AnnouncementCard, ChangelogCard } from '#shared/announcements/AnnouncementCard.tsx'
import { EmptyState, ErrorState } from '#shared/ui/States.tsx'
import { announcementKey, changelogKey, useAnnouncements } from '../api/announcements.ts'
import styles from './Announcements.module.css'

/** What the game's operator has to tell: announcements, the changelog and where to report an issue (document 1 §1). */
export function Announcements() {
  const { t } = useTranslation('home')
  return (
    <section className={styles['news']} aria-labelledby="news-title">
      <h2 id="news-title" className={styles['title']}>
        {t('announcements.title')}
      </h2>
      <Entries />
    </section>
  )
}

function Entries() {
  const { t } = useTranslation('home')
  const { data, error, refetch } = useAnnouncements()
  if (data === undefined) {
    return error === null ? <AnnouncementsSkeleton /> : <ErrorState error={error} onRetry={() => void refetch()} />
  }
  const { announcements, changelog, report_issue_url: reportUrl, today, newKeys } = data
  return (
    <div className={styles['columns']}>
      <div className={styles['announcements']}>
        {announcements.length === 0 && <EmptyState subject="news">{t('announcements.empty')}</EmptyState>}
        {announcements.map((entry) => (
          <AnnouncementCard
            key={entry.id}
            announcement={entry}
            today={today}
            isNew={newKeys.has(announcementKey(entry))}
          />
        ))}
      </div>
      <aside className={styles['aside']} aria-label={t('announcements.changes.title')}>
        {changelog.map((entry) => (
          <ChangelogCard key={entry.version} entry={entry} isNew={newKeys.has(changelogKey(entry))} />
        ))}
        <p className={styles['note']}>
          <IconRefresh size={16} stroke={1.6} aria-hidden="true" />
          {t('announcements.note')}
        </p>
        {reportUrl !== null && (
          <a className={styles['report']} href={reportUrl} target="_blank" rel="noopener noreferrer">
            <IconExternalLink size={16} stroke={1.6} aria-hidden="true" />
            {t('announcements.report')}
          </a>
        )}
      </aside>
    </div>
  )
}

/** Cards that stand where the news will stand. */
export function AnnouncementsSkeleton() {
  const { t } = useTranslation()
  return (
    <output className={styles['columns']} aria-label={t('state.loading')}>
      <span className={styles['announcements']}>
        <span className={styles['ghost']} />
        <span className={styles['ghost']} />
      </span>
      <span className={styles['ghost']} />
    </output>
  )
}
