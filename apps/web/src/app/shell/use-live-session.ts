import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followSession } from '#shared/auth/follow-session.ts'
import { tokens } from '#shared/auth/session.ts'
import { holdings } from '#shared/live/live-store.ts'
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
          holdings.clear()
        },
        onOtherPlayer() {
          holdings.clear()
          void client.resetQueries()
        },
      }),
    [client],
  )
}
