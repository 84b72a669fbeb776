import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Modal } from '#shared/ui/Modal.tsx'
import { ErrorState } from '#shared/ui/States.tsx'
import styles from './SessionsDialog.module.css'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '#shared/api/api.ts'
import { useApiMutation } from '#shared/api/use-command.ts'

const KEY = ['sessions']

/** The player's sessions, each with a button that ends it; the current one is ended by signing out. */
export function SessionsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const { dateTime } = useFormat()
  const { data, error, refetch } = useSessions()
  const end = useEndSession()
  return (
    <Modal title={t('user.sessions')} isOpen onClose={onClose}>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      <ul className={styles['sessions']}>
        {data?.map(({ id, opened_at, refreshed_at, device, is_current }) => (
          <li key={id} className={styles['session']}>
            <span>
              {device || t('user.session_device_unknown')}
              <small>{t('user.session_opened', { when: dateTime(opened_at) })}</small>
              <small>
                {is_current ? t('user.session_current') : t('user.session_used', { when: dateTime(refreshed_at) })}
              </small>
            </span>
            {!is_current && (
              <Button isPending={end.isPending && end.variables === id} onClick={() => end.mutate(id)}>
                {t('action.sign_out')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Modal>
  )
}

/** The player's sessions. */
function useSessions() {
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await callApi('GET /auth/sessions', undefined, { signal })).response,
    staleTime: 0,
  })
}

/** Ends a session. A failure may mean that it has ended already. */
function useEndSession() {
  return useApiMutation({
    mutationFn: (id: string) => callApi('POST /auth/sessions/end', { id }),
    invalidates: [KEY],
    invalidatesOnError: [KEY],
  })
}
