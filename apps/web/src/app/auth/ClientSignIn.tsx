import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#shared/api/api-error.ts'
import { api } from '#shared/api/api.ts'
import { forgetInvite } from '#shared/auth/invite.ts'
import { tokens } from '#shared/auth/session.ts'
import { useErrorText } from '#shared/i18n/use-error-text.ts'
import { Button } from '#shared/ui/Button.tsx'
import styles from '../pages.module.css'

/**
 * Signs the game client in with its ticket, without a logout control (document 1 §2). Anyone can make such a link with
 * their own ticket, so a signed-in player confirms before the account is replaced, and outside the game's browser,
 * which the server recognises, everyone confirms and keeps the logout control. The ticket is removed from the address
 * at once, even if it is rejected.
 */
export function ClientSignIn() {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const navigate = useNavigate()
  const [query] = useState(() => new URLSearchParams(window.location.search))
  const [replaces] = useState(() => tokens.get() !== null)
  const [isConfirmed, setConfirmed] = useState(false)
  const goHome = () => navigate({ to: '/', replace: true })
  const { mutate, error } = useMutation({
    mutationFn: (isAsked: boolean) => signIn(query.get('ticket') ?? '', query.get('username') ?? '', isAsked),
    onSuccess: ({ token, isInGame }) => {
      tokens.set(token)
      forgetInvite()
      tokens.hideLogout(isInGame)
      return goHome()
    },
  })
  useEffect(() => window.history.replaceState(window.history.state, '', window.location.pathname), [])
  useEffect(() => {
    if (!replaces) mutate(false)
  }, [replaces, mutate])
  if (!isConfirmed && (replaces || isUnconfirmed(error))) {
    const confirm = () => {
      setConfirmed(true)
      mutate(true)
    }
    return (
      <main className={styles['page']}>
        <h1 className={styles['title']}>{t(replaces ? 'auth.replace_title' : 'auth.confirm_title')}</h1>
        <p>{t(replaces ? 'auth.replace_question' : 'auth.confirm_question')}</p>
        <Button look="accent" onClick={() => void goHome()}>
          {t(replaces ? 'auth.replace_no' : 'auth.confirm_no')}
        </Button>
        <Button onClick={confirm}>{t(replaces ? 'auth.replace_yes' : 'auth.confirm_yes')}</Button>
      </main>
    )
  }
  return (
    <main className={styles['page']}>
      <output>{error === null ? t('auth.client_signing_in') : errorText(error)}</output>
      {error !== null && <Button onClick={() => mutate(isConfirmed)}>{t('action.retry')}</Button>}
    </main>
  )
}

/**
 * @param isAsked whether the player has confirmed
 * @throws ApiError `sign_in_unconfirmed` if the player must confirm first
 */
async function signIn(ticket: string, username: string, isAsked: boolean) {
  try {
    return { token: await api.signInWithTicket(ticket, username, false), isInGame: true }
  } catch (error) {
    if (!isAsked || !isUnconfirmed(error)) throw error
    return { token: await api.signInWithTicket(ticket, username, true), isInGame: false }
  }
}

function isUnconfirmed(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'sign_in_unconfirmed'
}
