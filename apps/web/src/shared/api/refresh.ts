import type { TokenStore } from '../auth/token-store.ts'
import { ApiError } from './api-error.ts'
import type { LockRunner } from './tab-lock.ts'

const REFRESH_LOCK = 'clutch-refresh'

export interface Refresher {
  /** Returns a token newer than the rejected one; renews once for all calls and tabs. */
  renew(refused: string | null): Promise<string>
  /** Resolves once no renewal is running: calls that start meanwhile wait instead of failing first. */
  idle(): Promise<void>
}

interface RefresherOptions {
  readonly tokens: TokenStore
  readonly withLock: LockRunner
  readonly requestToken: () => Promise<string>
}

/** Prevents two uses of one refresh cookie: the server ends a session whose old cookie is used again. */
export function createRefresher({ tokens, withLock, requestToken }: RefresherOptions): Refresher {
  let underWay: Promise<string> | null = null

  return {
    renew(refused) {
      underWay ??= withLock(REFRESH_LOCK, () => renewUnlessDone(refused)).finally(() => {
        underWay = null
      })
      return underWay
    },
    async idle() {
      await underWay?.catch(() => undefined)
    },
  }

  async function renewUnlessDone(refused: string | null): Promise<string> {
    const current = tokens.get()
    if (current !== null && current !== refused) return current
    try {
      const token = await requestToken()
      tokens.set(token)
      return token
    } catch (error) {
      // Only the server's rejection ends the session; a lost network must not sign the player out.
      if (error instanceof ApiError && error.status === 401) tokens.set(null)
      throw error
    }
  }
}
