import type { AuditCheck, HoldSource, PlayerCheck } from './store/audit.ts'
import type { LiveArea } from './live/area.ts'
import type { RefusalTable } from './refusals.ts'
import type { EconomyArea } from './writer/area.ts'

/**
 * One area of the server, whole: what the writer, the live connection and the audit have to know of it. Its calls are
 * mounted beside it, for they need more than it. `server-areas.ts` alone lists the areas.
 */
export interface ServerArea extends EconomyArea, LiveArea {
  /** How its rejections become errors of the API. */
  readonly refusals?: RefusalTable
  readonly audit?: readonly AuditCheck[]
  readonly auditPlayers?: readonly PlayerCheck[]
  /** What owners of this area hold, by the kind of owner. */
  readonly holds?: Readonly<Record<string, HoldSource>>
}
