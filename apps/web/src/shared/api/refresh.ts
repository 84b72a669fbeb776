import type { TokenStore } from '../auth/token-store.ts'
import { ApiError } from './api-error.ts'
import type { LockRunner } from './tab-lock.ts'

const REFRESH_LOCK = 'clutch-refresh'

export interface Refresher {
  /** A token newer than the refused one: renewed once, however many calls and tabs ask. */
  renew(refused: string | null): Promise<string>
  /** Resolves once no renewal is under way: calls that start meanwhile wait instead of failing first. */
  idle(): Promise<void>
}

interface RefresherOptions {
  readonly tokens: TokenStore
  readonly withLock: LockRunner
  readonly requestToken: () => Promise<string>
}

/** Keeps the refresh cookie from being used twice at once: the server ends a session whose old cookie returns. */
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
      // Only the server's own refusal ends the session; a lost network does not sign anybody out.
      if (error instanceof ApiError && error.status === 401) tokens.set(null)
      throw error
    }
  }
}
