import type { ContentPack, ContentProblem, PackDifference } from '@clutch/content'
import type { PackHead } from '@clutch/contract'

/** Input of the thread that checks packs. */
export interface CheckRequest {
  readonly folder: string
  readonly loaded: ContentPack
}

/** Its result. */
export interface CheckedPack {
  readonly pack: PackHead | null
  readonly problems: readonly ContentProblem[]
  readonly warnings: readonly ContentProblem[]
  readonly lasting: readonly ContentProblem[]
  readonly difference: PackDifference | null
  /** Items that players can hold under the loaded pack but not under this one. */
  readonly gone: readonly number[]
  /** Whether its store coins differ from the loaded pack's. */
  readonly needsRestart: boolean
}
