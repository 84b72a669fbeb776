import { randomBytes } from 'node:crypto'

/** Lifetime of a connection token (rules §14). */
export const LIVE_TOKEN_LIFE_MS = 30_000
const TOKEN_BYTES = 24
/** Unused tokens; beyond this the oldest are discarded. */
const TOKENS_MAX = 100_000

/** The user and session of a token. */
export interface TokenHolder {
  readonly userId: string
  readonly sessionId: string
  /** Id of the newest message when the token was issued; the connection is caught up from there. */
  readonly sinceId: number
}

/** Tokens that open one live connection each. */
export class SingleUseTokens {
  readonly #nowMs: () => number
  readonly #waiting = new Map<string, { holder: TokenHolder; expiresAtMs: number }>()

  /** @param nowMs any clock of this process: tokens are not stored */
  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs
  }

  issue(holder: TokenHolder): string {
    const nowMs = this.#nowMs()
    for (const [token, { expiresAtMs }] of this.#waiting) {
      if (expiresAtMs > nowMs && this.#waiting.size < TOKENS_MAX) break
      this.#waiting.delete(token)
    }
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    this.#waiting.set(token, { holder, expiresAtMs: nowMs + LIVE_TOKEN_LIFE_MS })
    return token
  }

  /** @returns the holder; undefined for a token that is unknown, used or expired */
  redeem(token: string): TokenHolder | undefined {
    const found = this.#waiting.get(token)
    this.#waiting.delete(token)
    return found !== undefined && found.expiresAtMs > this.#nowMs() ? found.holder : undefined
  }
}
