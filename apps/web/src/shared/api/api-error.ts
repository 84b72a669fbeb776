import type { ErrorParams } from '@clutch/contract'

/** What went wrong with a call: the server's own code, or `network` when no answer came. */
export class ApiError extends Error {
  readonly code: string
  readonly params: ErrorParams
  /** HTTP status; 0 without an answer. */
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

/** No answer came, so nobody knows whether the command was carried out: it must be repeated with the same key. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof ApiError && (error.code === NETWORK_ERROR || error.status >= 502)
}

/** Reads the body of a 4xx or 5xx answer; anything that is not ours becomes `internal`. */
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
