import { randomBytes } from 'node:crypto'

/** How long a token of the live connection may wait for its connection (rules §14). */
export const LIVE_TOKEN_LIFE_MS = 30_000
const TOKEN_BYTES = 24
/** Tokens that wait at once; beyond it the oldest are forgotten. */
const TOKENS_MAX = 100_000

/** Whose connection a token opens, and the sign-in behind it. */
export interface TokenHolder {
  readonly userId: string
  readonly sessionId: string
  /** The newest message when it was given out: its holder is told what comes after. */
  readonly sinceId: number
}

/** Tokens that open one live connection each. */
export class SingleUseTokens {
  readonly #nowMs: () => number
  readonly #waiting = new Map<string, { holder: TokenHolder; expiresAtMs: number }>()

  /** @param nowMs any clock of this process: tokens do not outlive it */
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

  /** @returns whose token it is; undefined for one that is unknown, used or too old. */
  redeem(token: string): TokenHolder | undefined {
    const found = this.#waiting.get(token)
    this.#waiting.delete(token)
    return found !== undefined && found.expiresAtMs > this.#nowMs() ? found.holder : undefined
  }
}
