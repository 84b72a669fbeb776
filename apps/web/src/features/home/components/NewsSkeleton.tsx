import { useTranslation } from 'react-i18next'
import styles from './News.module.css'

/** Cards that stand where the news will stand. */
export function NewsSkeleton() {
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
