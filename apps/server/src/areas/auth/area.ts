import type { ServerArea } from '../../area.ts'
import '../../store/session-tables.ts'

const HOUR_MS = 60 * 60 * 1_000
const DAY_MS = 24 * HOUR_MS
/** Other servers learn of what has ended within seconds. */
const KEPT_MS = DAY_MS
/** Deleted at once: whoever waits for the same commit does not wait long. */
const PORTION = 1_000

/** Signing in: of what it keeps, only sign-ins that have ended fall to the writer. */
export const authArea = {
  name: 'auth',
  chores: {
    forget_sessions: {
      everyMs: HOUR_MS,
      statements: (nowMs) => [
        {
          name: 'forget-sessions',
          text: `delete from session where session_id in (
            select session_id from session where ended_at_ms < $1 or expires_at_ms < $1 limit $2)`,
          values: [nowMs - KEPT_MS, PORTION],
        },
      ],
    },
  },
} satisfies ServerArea
