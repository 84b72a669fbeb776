import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/api/api.ts'
import { tokens } from '#shared/auth/session.ts'
import { useErrorText } from '#shared/i18n/use-error-text.ts'
import { Button } from '#shared/ui/Button.tsx'
import styles from '../pages.module.css'

/**
 * The game client arrives with a ticket and leaves signed in, without a logout control (document 1 §2). Anybody can make
 * such a link with a ticket of their own: whoever is signed in is asked before another account takes their place. The
 * ticket leaves the address at once, whatever becomes of it.
 */
export function ClientSignIn() {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const navigate = useNavigate()
  const [query] = useState(() => new URLSearchParams(window.location.search))
  const [isAllowed, setAllowed] = useState(() => tokens.get() === null)
  const { mutate, error } = useMutation({
    mutationFn: () => api.signInWithTicket(query.get('ticket') ?? '', query.get('username') ?? ''),
    onSuccess: (token) => {
      tokens.set(token)
      tokens.hideLogout(true)
      return navigate({ to: '/', replace: true })
    },
  })
  useEffect(() => window.history.replaceState(window.history.state, '', window.location.pathname), [])
  useEffect(() => {
    if (isAllowed) mutate()
  }, [isAllowed, mutate])
  if (!isAllowed) {
    return (
      <main className={styles['page']}>
        <h1>{t('auth.replace_title')}</h1>
        <p>{t('auth.replace_question')}</p>
        <Button look="accent" onClick={() => void navigate({ to: '/', replace: true })}>
          {t('auth.replace_no')}
        </Button>
        <Button onClick={() => setAllowed(true)}>{t('auth.replace_yes')}</Button>
      </main>
    )
  }
  return (
    <main className={styles['page']}>
      <output>{error === null ? t('auth.client_signing_in') : errorText(error)}</output>
      {error !== null && <Button onClick={() => mutate()}>{t('action.retry')}</Button>}
    </main>
  )
}
