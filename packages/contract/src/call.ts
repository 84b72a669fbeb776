import type * as z from 'zod'
import type { Role } from './constants.ts'
import type { OperatorAction } from './operator-actions.ts'
import { SECOND_MS } from './formats/time-units.ts'

/**
 * How often one caller may use a call within a window that begins with the first use: per player, or per network (an
 * IPv4 address or an IPv6 /64) without a sign-in.
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
   * `public` calls need no token and look at none. `visitor` calls answer strangers what is the same for everybody; a
   * token that is sent must be valid, so that nobody is answered as a stranger when theirs has run out.
   */
  readonly access: 'public' | 'visitor' | Role
  /** What is done, for calls that moderators or admins alone may use: `access` is then that of the table of actions. */
  readonly action?: OperatorAction
  /** Commands change something and accept an `Idempotency-Key` header (rules §0). */
  readonly command: boolean
  readonly bodyType: 'json' | 'form' | 'none'
  readonly body: z.ZodType
  readonly query: z.ZodType
  /** What stands in the path itself, where its name has `:` parts. */
  readonly params?: z.ZodType
  readonly response: z.ZodType
  /** What the answer is, where it is not JSON. */
  readonly responseType?: 'text/csv' | 'text/event-stream' | 'application/x-ndjson'
  readonly rateLimit: RateLimit
  /** The largest body it takes, in bytes, where that is more than the usual. */
  readonly bodyBytesMax?: number
}

/** Named budgets; generous to people, tight for machines that hammer. */
export const RATE_LIMITS = {
  read: { max: 120, windowMs: 10 * SECOND_MS },
  heavyRead: { max: 40, windowMs: 10 * SECOND_MS },
  command: { max: 60, windowMs: 10 * SECOND_MS },
  /** Jobs are sent one at a time with a pause of 100 ms (document 2 §4): a long list of them must pass. */
  startJob: { max: 150, windowMs: 10 * SECOND_MS },
  /** Half a second of work each, on a thread that others wait for. */
  simulation: { max: 20, windowMs: 10 * SECOND_MS },
  signIn: { max: 20, windowMs: 60 * SECOND_MS },
} as const satisfies Record<string, RateLimit>
