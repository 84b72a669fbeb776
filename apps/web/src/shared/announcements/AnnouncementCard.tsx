import type { Announcement, ChangelogEntry } from '@clutch/contract'
import { IconCalendarEvent, IconExternalLink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { BbText } from '../bbcode/BbText.tsx'
import { useFormat } from '../format/use-format.ts'
import styles from './AnnouncementCard.module.css'
import { eventState } from './event-state.ts'

interface AnnouncementCardProps {
  readonly announcement: Announcement
  /** An ISO date, UTC. */
  readonly today: string
  readonly isNew: boolean
}

/** One announcement; events also show their dates and whether they are running. */
export function AnnouncementCard({ announcement, today, isNew }: AnnouncementCardProps) {
  const { t } = useTranslation('home')
  const format = useFormat()
  const { title, body, features, changes, link, published_on: publishedOn } = announcement
  return (
    <article className={styles['card']}>
      <p className={styles['when']}>
        <time dateTime={publishedOn}>{format.day(publishedOn)}</time>
        {isNew && <NewMark />}
      </p>
      <h3 className={styles['headline']}>{title}</h3>
      <EventDates announcement={announcement} today={today} />
      <p className={styles['body']}>
        <BbText source={body} />
      </p>
      <TextList texts={features} />
      {changes.length > 0 && (
        <section aria-label={t('announcements.changes.title')}>
          <h4 className={styles['subheadline']}>{t('announcements.changes.title')}</h4>
          <TextList texts={changes} />
        </section>
      )}
      {link !== null && (
        <a className={styles['link']} href={link.url} target="_blank" rel="noopener noreferrer">
          <IconExternalLink size={16} stroke={1.6} aria-hidden="true" />
          {link.label}
        </a>
      )}
    </article>
  )
}

function TextList({ texts }: { readonly texts: readonly string[] }) {
  if (texts.length === 0) return null
  return (
    <ul className={styles['list']}>
      {texts.map((text) => (
        <li key={text}>
          <BbText source={text} />
        </li>
      ))}
    </ul>
  )
}

function EventDates({ announcement, today }: Pick<AnnouncementCardProps, 'announcement' | 'today'>) {
  const { t } = useTranslation('home')
  const format = useFormat()
  const { starts_on: startsOn, ends_on: endsOn } = announcement
  const state = eventState(announcement, today)
  if (state === null) return null
  return (
    <p className={styles['event']}>
      <IconCalendarEvent size={18} stroke={1.6} aria-hidden="true" />
      <span>
        {startsOn !== null && endsOn !== null
          ? format.dayRange(startsOn, endsOn)
          : t(startsOn === null ? 'announcements.until' : 'announcements.from', {
              date: format.day(startsOn ?? endsOn ?? ''),
            })}
      </span>
      <span className={styles[state]}>{t(`announcements.state.${state}`)}</span>
    </p>
  )
}

interface ChangelogCardProps {
  readonly entry: ChangelogEntry
  readonly isNew: boolean
}

/** What changed in one version of the game. */
export function ChangelogCard({ entry, isNew }: ChangelogCardProps) {
  const { t } = useTranslation('home')
  const format = useFormat()
  return (
    <article className={styles['card']}>
      <p className={styles['when']}>
        <time dateTime={entry.published_on}>{format.day(entry.published_on)}</time>
        <span>{t('announcements.changes.version', { version: entry.version })}</span>
        {isNew && <NewMark />}
      </p>
      <h3 className={styles['headline']}>{t('announcements.changes.title')}</h3>
      <TextList texts={entry.changes} />
    </article>
  )
}

/** Marks an entry that is new since the last visit. */
export function NewMark() {
  const { t } = useTranslation('home')
  return (
    <span className={styles['new']} title={t('announcements.new_hint')}>
      {t('announcements.new')}
    </span>
  )
}
