import { useRouter, type ErrorComponentProps, Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/Button.tsx'
import { StatePicture } from '#shared/ui/States.tsx'
import { useTitle } from '#shared/ui/use-title.ts'
import styles from './pages.module.css'

/** Shown when a view throws while rendering, with a retry. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const { t } = useTranslation()
  const router = useRouter()
  useTitle(t('error_page.title'))
  useEffect(() => console.error(error), [error])
  return (
    <main className={styles['page']} role="alert">
      <h1 className={styles['title']}>{t('error_page.title')}</h1>
      <p>{t('error_page.text')}</p>
      <Button look="accent" onClick={() => void router.invalidate()}>
        {t('action.retry')}
      </Button>
    </main>
  )
}

export function NotFoundPage() {
  const { t } = useTranslation()
  useTitle(t('not_found_page.title'))
  return (
    <section className={styles['page']}>
      <StatePicture subject="search" />
      <h1 className={styles['title']}>{t('not_found_page.title')}</h1>
      <p>{t('not_found_page.text')}</p>
      <Link to="/">{t('not_found_page.home')}</Link>
      <Link to="/marketplace/market">{t('not_found_page.market')}</Link>
    </section>
  )
}
