import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followSession } from '#shared/auth/follow-session.ts'
import { tokens } from '#shared/auth/session.ts'
import { holdings } from '#shared/live/live-store.ts'
import { live } from '#shared/live/live.ts'

/** Runs the live connection while the shell is mounted, and clears all data of a player who signed out. */
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
