import type { ChangelogEntry } from '@clutch/contract'
import { useTranslation } from 'react-i18next'
import { BbText } from '#shared/bbcode/BbText.tsx'
import { useFormat } from '#shared/format/use-format.ts'
import { NewMark } from './NewMark.tsx'
import styles from './News.module.css'

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
        <span>{t('news.changes.version', { version: entry.version })}</span>
        {isNew && <NewMark />}
      </p>
      <h3 className={styles['headline']}>{t('news.changes.title')}</h3>
      <ul className={styles['list']}>
        {entry.changes.map((change) => (
          <li key={change}>
            <BbText source={change} />
          </li>
        ))}
      </ul>
    </article>
  )
}
