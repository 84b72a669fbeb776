import { useNavigate } from '@tanstack/react-router'
import { callApi } from '#shared/api/api.ts'
import { useApiMutation } from '#shared/api/use-command.ts'
import { tokens } from '#shared/auth/session.ts'

/** The session ends here even if the server does not respond within this time. */
const ANSWER_WAIT_MS = 3_000

/** Sign-out, here or everywhere. Both clear the token, and with it the profile (document 1 §4). */
export function useSignOut() {
  const navigate = useNavigate()
  const end = () => {
    tokens.set(null)
    void navigate({ to: '/' })
  }
  const everywhere = useApiMutation({
    mutationFn: () => callApi('POST /auth/logout-everywhere', {}),
    errors: 'inline',
    onSuccess: end,
  })
  return {
    signOut: () => {
      void callApi('POST /auth/logout', {}, { signal: AbortSignal.timeout(ANSWER_WAIT_MS) })
        .catch(() => undefined)
        .finally(end)
    },
    everywhere,
  }
}
