import { DAY_MS, HOUR_MS } from '@clutch/contract/formats'
import type { ServerArea } from '../../area.ts'
import '../../store/session-tables.ts'

/** Retention of ended sign-ins; other servers learn of them within seconds. */
const KEPT_MS = DAY_MS
/** Rows per delete. Small, so that commands in the same commit are not delayed. */
const PORTION = 1_000

/** Sign-in. The writer only deletes sign-ins that have ended. */
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
