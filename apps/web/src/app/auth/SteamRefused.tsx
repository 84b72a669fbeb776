import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { useTitle } from '#shared/ui/use-title.ts'
import { SECOND_MS } from '@clutch/contract/formats'
import styles from '../pages.module.css'

/** Written by the server only: an address could be forged, and would then speak in our name. */
const COOKIE = /(?:^|; )clutch_refusal=([^;]*)/

interface Ban {
  readonly until: string
  readonly reason: string
}

/** The end of the platform's sign-in for a banned player: until when, and why. */
export function SteamRefused() {
  const { t } = useTranslation(['shell', 'errors'])
  const format = useFormat()
  const [ban] = useState(readBan)
  useTitle(t('auth.refused'))
  return (
    <main className={styles['page']}>
      <h1 className={styles['title']}>{t('auth.refused')}</h1>
      <p role="alert">
        {ban === undefined
          ? t('errors:sign_in_failed')
          : t('errors:banned', { until: format.dateTime(Date.parse(ban.until) / SECOND_MS), reason: ban.reason })}
      </p>
      <Link to="/">{t('not_found_page.home')}</Link>
    </main>
  )
}

function readBan(): Ban | undefined {
  const text = COOKIE.exec(document.cookie)?.[1]
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(decodeURIComponent(text))
    return isBan(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isBan(value: unknown): value is Ban {
  return (
    typeof value === 'object' &&
    value !== null &&
    'until' in value &&
    typeof value.until === 'string' &&
    'reason' in value &&
    typeof value.reason === 'string'
  )
}
