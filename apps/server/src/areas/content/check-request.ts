import type { ContentPack, ContentProblem, PackDifference } from '@clutch/content'
import type { PackHead } from '@clutch/contract'

/** What the thread that checks packs is given. */
export interface CheckRequest {
  readonly folder: string
  readonly loaded: ContentPack
}

/** What it answers. */
export interface CheckedPack {
  readonly pack: PackHead | null
  readonly problems: readonly ContentProblem[]
  readonly warnings: readonly ContentProblem[]
  readonly lasting: readonly ContentProblem[]
  readonly difference: PackDifference | null
  /** Items that players can have now and could have no more. */
  readonly gone: readonly number[]
  /** Whether it has other store coins. */
  readonly needsRestart: boolean
}
