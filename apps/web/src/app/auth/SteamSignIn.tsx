import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/api/api.ts'
import { forgetInvite } from '#shared/auth/invite.ts'
import { claimReturnAddress } from '#shared/auth/return-address.ts'
import { tokens } from '#shared/auth/session.ts'
import { handTokenBack } from '#shared/embedding/sign-in-window.ts'
import styles from '../pages.module.css'

/**
 * The end of the platform's sign-in: the token in the address lives one minute and is exchanged at once (rules §14),
 * here or by the framed app that opened this window. The player returns to where the sign-in began.
 */
export function SteamSignIn() {
  const { t } = useTranslation()
  const { history } = useRouter()
  useEffect(() => {
    const token = new URLSearchParams(window.location.search).get('token')
    if (token !== null && token !== '') {
      window.history.replaceState(window.history.state, '', window.location.pathname)
      if (handTokenBack(token)) return
      // Anyone can make a link with their own token. An existing session stays unless the cookie, which only the server
      // sets, says otherwise: the refresh below checks it.
      if (tokens.get() === null) tokens.set(token)
      forgetInvite()
      tokens.hideLogout(false)
      void api.refresh().catch(() => undefined)
    }
    history.replace(claimReturnAddress())
  }, [history])
  return (
    <main className={styles['page']}>
      <output>{t('auth.steam_redirecting')}</output>
    </main>
  )
}
