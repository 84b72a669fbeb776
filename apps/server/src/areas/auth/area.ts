import { DAY_MS, HOUR_MS } from '@clutch/contract/formats'
import type { ServerArea } from '../../area.ts'
import '../../store/session-tables.ts'

/** Other servers learn of what has ended within seconds. */
const KEPT_MS = DAY_MS
/** Deleted at once: whoever waits for the same commit does not wait long. */
const PORTION = 1_000

/** Signing in: of what it keeps, only sign-ins that have ended fall to the writer. */
export const authArea = {
  name: 'auth',
  tasks: {
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
