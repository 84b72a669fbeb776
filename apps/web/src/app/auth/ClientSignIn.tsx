import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/api/api.ts'
import { tokens } from '#shared/auth/session.ts'
import { useErrorText } from '#shared/i18n/use-error-text.ts'
import { Button } from '#shared/ui/Button.tsx'
import styles from '../pages.module.css'

/** The game client arrives with a ticket and leaves signed in, without a logout control (document 1 §2). */
export function ClientSignIn() {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const navigate = useNavigate()
  const { mutate, error } = useMutation({
    mutationFn: () => {
      const query = new URLSearchParams(window.location.search)
      return api.signInWithTicket(query.get('ticket') ?? '', query.get('username') ?? '')
    },
    onSuccess: (token) => {
      tokens.set(token)
      tokens.hideLogout(true)
      return navigate({ to: '/', replace: true })
    },
  })
  useEffect(() => mutate(), [mutate])
  return (
    <main className={styles['page']}>
      <output>{error === null ? t('auth.client_signing_in') : errorText(error)}</output>
      {error !== null && <Button onClick={() => mutate()}>{t('action.retry')}</Button>}
    </main>
  )
}
