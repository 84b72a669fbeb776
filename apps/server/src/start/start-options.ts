import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { KeyLimits } from '../writer/known-outcomes.ts'

/** How a server is started. */
export interface StartOptions {
  readonly config: Config
  readonly log: Logger
  /** Told 0 … 1 while a demo world is being made. */
  readonly onDemoProgress?: (done: number) => void
  /** Multiplies every rate limit; tests and benches raise it. */
  readonly rateLimitFactor?: number
  /** How long somebody is still shown as online without a connection; tests wait less. */
  readonly absenceDelayMs?: number
  /** The economy's clock, in Unix milliseconds; tests bring their own. */
  readonly nowMs?: () => number
  /** What the writer keeps of keys that were used; tests make room for fewer. */
  readonly keyLimits?: KeyLimits
}

/** What the history and the traders of a demo world are drawn from. */
export const DEMO_SEED = 'clutch'
