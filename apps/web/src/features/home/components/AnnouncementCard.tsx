import type { Announcement } from '@clutch/contract'
import { IconCalendarEvent, IconExternalLink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { BbText } from '#shared/bbcode/BbText.tsx'
import { useFormat } from '#shared/format/use-format.ts'
import { eventState } from '../model/event-state.ts'
import { NewMark } from './NewMark.tsx'
import styles from './News.module.css'

interface AnnouncementCardProps {
  readonly announcement: Announcement
  /** An ISO date, UTC. */
  readonly today: string
  readonly isNew: boolean
}

/** One announcement. An event also tells its dates and whether it runs now. */
export function AnnouncementCard({ announcement, today, isNew }: AnnouncementCardProps) {
  const format = useFormat()
  const { title, body, features, link, published_on: publishedOn } = announcement
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
      {features.length > 0 && (
        <ul className={styles['list']}>
          {features.map((feature) => (
            <li key={feature}>
              <BbText source={feature} />
            </li>
          ))}
        </ul>
      )}
      {link !== null && (
        <a className={styles['report']} href={link.url} target="_blank" rel="noopener noreferrer">
          <IconExternalLink size={16} stroke={1.6} aria-hidden="true" />
          {link.label}
        </a>
      )}
    </article>
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
          : t(startsOn === null ? 'news.until' : 'news.from', { date: format.day(startsOn ?? endsOn ?? '') })}
      </span>
      <span className={styles[state]}>{t(`news.state.${state}`)}</span>
    </p>
  )
}
