import type { ApiResult } from '../../api-result.ts'
import type { Channel } from './channels.ts'
import type { KeyedRequest } from './outcomes.ts'

/** A message as its sender wants it, with what could be found out before its turn. */
export interface Draft {
  readonly senderId: string
  readonly isModerator: boolean
  /** Where to and what, clean; or why it cannot be sent whatever else holds. */
  readonly content: ApiResult<{ readonly channel: Channel; readonly text: string }>
  /** Those who have blocked the sender: they are not told. */
  readonly hiddenFrom: readonly string[]
  readonly request: KeyedRequest | undefined
}
