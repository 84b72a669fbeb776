import type { TokenStore } from './token-store.ts'
import { tokenSubject } from './token-subject.ts'

interface SessionFollower {
  /** The player has signed out, here or in another tab. */
  readonly onSignOut: () => void
  /** Another player has signed in: all data of the previous one must go. */
  readonly onOtherPlayer: () => void
}

/** Follows who is signed in. A renewed token of the same player is not a change. @returns unsubscribe */
export function followSession(tokens: TokenStore, { onSignOut, onOtherPlayer }: SessionFollower): () => void {
  let player = subjectNow()
  return tokens.subscribe(() => {
    if (tokens.get() === null) {
      if (player !== null) onSignOut()
      player = null
      return
    }
    const before = player
    player = subjectNow()
    if (before !== null && before !== player) onOtherPlayer()
  })

  function subjectNow(): string | undefined | null {
    const token = tokens.get()
    return token === null ? null : tokenSubject(token)
  }
}
