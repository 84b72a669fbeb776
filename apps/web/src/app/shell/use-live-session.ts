import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followSession } from '#shared/auth/follow-session.ts'
import { tokens } from '#shared/auth/session.ts'
import { NO_HOLDINGS } from '#shared/live/live-holdings.ts'
import { useLiveStore } from '#shared/live/live-store.ts'
import { live } from '#shared/live/live.ts'

/** Keeps the live connection while the shell is shown, and forgets everything of a player who signed out. */
export function useLiveSession(): void {
  const client = useQueryClient()
  useEffect(() => live.start(), [])
  useEffect(
    () =>
      followSession(tokens, {
        onSignOut() {
          client.clear()
          useLiveStore.setState({ holdings: NO_HOLDINGS })
        },
        onOtherPlayer() {
          useLiveStore.setState({ holdings: NO_HOLDINGS })
          void client.resetQueries()
        },
      }),
    [client],
  )
}
