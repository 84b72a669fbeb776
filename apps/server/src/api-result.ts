import type { ErrorCode, ErrorParams } from '@clutch/contract'
import type { Result } from '@clutch/economy'

/** An error in the contract's codes; HTTP turns it into a status and a body. */
export interface ApiError {
  readonly code: ErrorCode
  readonly params?: ErrorParams
}

export type ApiResult<Value> = Result<Value, ApiError>
