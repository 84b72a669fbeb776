import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useTitle } from '#shared/ui/use-title.ts'
import styles from './Page.module.css'

export function NotFoundPage() {
  const { t } = useTranslation()
  useTitle(t('not_found_page.title'))
  return (
    <main className={styles['page']}>
      <h1 className={styles['title']}>{t('not_found_page.title')}</h1>
      <p>{t('not_found_page.text')}</p>
      <Link to="/">{t('not_found_page.home')}</Link>
    </main>
  )
}
