import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { KeyLimits } from '../writer/known-outcomes.ts'

/** Options for starting a server. */
export interface StartOptions {
  readonly config: Config
  readonly log: Logger
  /** Called with 0 to 1 while a demo world is generated. */
  readonly onDemoProgress?: (done: number) => void
  /** Multiplies every rate limit; tests and benches raise it. */
  readonly rateLimitFactor?: number
  /** How long a player without a connection still counts as online; shorter in tests. */
  readonly absenceDelayMs?: number
  /** Time over which a server that stops sends its sockets to others; shorter in tests. */
  readonly moveSpreadMs?: number
  /** Delays before the retries of a webhook; shorter in tests. */
  readonly webhookRetryDelaysMs?: readonly number[]
  /** The economy's clock, in Unix milliseconds; tests pass their own. */
  readonly nowMs?: () => number
  /** Limits on used keys in memory; smaller in tests. */
  readonly keyLimits?: KeyLimits
}

/** Seed of a demo world's history and traders. */
export const DEMO_SEED = 'clutch'
