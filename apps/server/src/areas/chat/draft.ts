import type { ApiResult } from '../../api-result.ts'
import type { Channel } from './channels.ts'
import type { KeyedCall } from '../../store/keyed-calls.ts'

interface Content {
  readonly channel: Channel
  readonly text: string
  /** Whether it contains words that only moderators may use. */
  readonly isForbidden: boolean
}

/** A message to be decided, with the results of checks that need no database. */
export interface Draft {
  readonly senderId: string
  /** Channel and cleaned text, or the reason why it cannot be sent in any case. */
  readonly content: ApiResult<Content>
  readonly request: KeyedCall | undefined
}
