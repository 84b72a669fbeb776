import type * as z from 'zod'
import type { Role } from './constants.ts'
import type { OperatorAction } from './operator-actions.ts'
import { SECOND_MS } from './formats/time-units.ts'

/**
 * How often one caller may make a call within a window that starts with the first use: per player, or per network (an
 * IPv4 address or an IPv6 /64) when not signed in.
 */
export interface RateLimit {
  readonly max: number
  readonly windowMs: number
}

/** One call of the API: the single source for the route, its validation, its documentation and the client's types. */
export interface Call {
  readonly summary: string
  readonly area: string
  /**
   * `public` calls ignore tokens. `visitor` calls may be anonymous; a token that is sent must be valid, so that a
   * player with an expired token gets a 401 instead of the anonymous response.
   */
  readonly access: 'public' | 'visitor' | Role
  /** The operator action, for calls reserved to moderators or admins; it determines `access`. */
  readonly action?: OperatorAction
  /** Commands change something and accept an `Idempotency-Key` header (rules §0). */
  readonly command: boolean
  readonly bodyType: 'json' | 'form' | 'none'
  readonly body: z.ZodType
  readonly query: z.ZodType
  /** Path parameters, for names with `:` parts. */
  readonly params?: z.ZodType
  readonly response: z.ZodType
  /** The type of a response that is not JSON. */
  readonly responseType?: 'text/csv' | 'text/event-stream' | 'application/x-ndjson' | 'application/zip'
  readonly rateLimit: RateLimit
  /** The largest accepted body in bytes, where larger than the default. */
  readonly bodyBytesMax?: number
}

/** Named rate limits: generous to people, tight for scripts. */
export const RATE_LIMITS = {
  read: { max: 120, windowMs: 10 * SECOND_MS },
  heavyRead: { max: 40, windowMs: 10 * SECOND_MS },
  command: { max: 60, windowMs: 10 * SECOND_MS },
  /** Jobs are sent one at a time every 100 ms (document 2 §4), so a long list of them must pass. */
  startJob: { max: 150, windowMs: 10 * SECOND_MS },
  /** Half a second of CPU each, on a shared thread. */
  simulation: { max: 20, windowMs: 10 * SECOND_MS },
  signIn: { max: 20, windowMs: 60 * SECOND_MS },
  /** Each reads a player's whole history. */
  dataExport: { max: 5, windowMs: 3_600 * SECOND_MS },
} as const satisfies Record<string, RateLimit>
