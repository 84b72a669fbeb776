import type { ErrorParams } from '@clutch/contract'

/** A failed call: the server's error code, or `network` when there was no response. */
export class ApiError extends Error {
  readonly code: string
  readonly params: ErrorParams
  /** HTTP status; 0 without a response. */
  readonly status: number

  constructor(code: string, message: string, params: ErrorParams = {}, status = 0) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.params = params
    this.status = status
  }
}

export const NETWORK_ERROR = 'network'

/** No response arrived, so the command may or may not have run: repeat it with the same key. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof ApiError && (error.code === NETWORK_ERROR || error.status >= 502)
}

/** Parses the body of a 4xx or 5xx response; anything unknown becomes `internal`. */
export function toApiError(body: unknown, status: number): ApiError {
  if (isErrorBody(body)) return new ApiError(body.code, body.message, body.params ?? {}, status)
  return new ApiError(status === 401 ? 'unauthorized' : 'internal', `HTTP ${status}`, {}, status)
}

function isErrorBody(body: unknown): body is { code: string; message: string; params?: ErrorParams } {
  return (
    typeof body === 'object' &&
    body !== null &&
    'code' in body &&
    typeof body.code === 'string' &&
    'message' in body &&
    typeof body.message === 'string'
  )
}
