import type { ApiResult } from '../../api-result.ts'
import type { Channel } from './channels.ts'
import type { KeyedCall } from '../../store/keyed-calls.ts'

interface Content {
  readonly channel: Channel
  readonly text: string
  /** Whether it has words that only moderators may write. */
  readonly isForbidden: boolean
}

/** A message as its sender wants it, with what could be found out before its turn. */
export interface Draft {
  readonly senderId: string
  /** Where to and what, clean; or why it cannot be sent whatever else holds. */
  readonly content: ApiResult<Content>
  readonly request: KeyedCall | undefined
}
