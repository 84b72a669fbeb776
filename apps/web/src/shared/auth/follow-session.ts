import type { TokenStore } from './token-store.ts'
import { tokenSubject } from './token-subject.ts'

interface SessionFollower {
  /** Nobody is signed in any more, here or in another tab. */
  readonly onSignOut: () => void
  /** Somebody else is: what is known of the player before must go. */
  readonly onOtherPlayer: () => void
}

/** Watches who is signed in. A renewed token of the same player changes nothing. @returns what ends it. */
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
