import type { CheckedArea } from './integrity/integrity-check.ts'
import type { LiveArea } from './live/area.ts'
import type { RejectionTable } from './rejections.ts'
import type { EconomyArea } from './writer/area.ts'

/**
 * One area of the server as the writer, the live connection and the integrity check see it. Its calls are mounted
 * separately because they need more of the server. `server-areas.ts` lists the areas.
 */
export interface ServerArea extends EconomyArea, LiveArea, CheckedArea {
  /** Maps its rejections to errors of the API. */
  readonly rejections?: RejectionTable
}
