import { useTranslation } from 'react-i18next'
import styles from '../AdminPanel.module.css'

const COMMAND = 'npm run adopt'

/** Says that the database is a copy, and what waits until it is adopted. */
export function CopyBanner({ copyOf }: { readonly copyOf: string }) {
  const { t } = useTranslation('admin')
  return (
    <section role="alert" className={styles['copy']} aria-label={t('copy.title')}>
      <h2 className={styles['name']}>{t('copy.title')}</h2>
      <p>{t('copy.text', { url: copyOf })}</p>
      <p>
        {t('copy.adopt')} <code>{COMMAND}</code>
      </p>
    </section>
  )
}
