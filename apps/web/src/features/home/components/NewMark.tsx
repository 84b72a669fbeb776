import { useTranslation } from 'react-i18next'
import styles from './News.module.css'

/** Says that an entry was not there at the last visit. */
export function NewMark() {
  const { t } = useTranslation('home')
  return (
    <span className={styles['new']} title={t('news.new_hint')}>
      {t('news.new')}
    </span>
  )
}
