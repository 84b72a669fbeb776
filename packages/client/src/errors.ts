/** An error response of Clutch. */
export class ClutchError extends Error {
  override readonly name = 'ClutchError'
  /** HTTP status. */
  readonly status: number
  /** The stable code, such as `not_enough_items`; `unexpected_response` if the response is not from Clutch. */
  readonly code: string
  readonly params: Readonly<Record<string, string | number>>

  /** @param body the parsed body of the response */
  constructor(response: Response, body: unknown) {
    const { code, message, params } = isErrorBody(body) ? body : UNEXPECTED
    super(`${code}: ${message} (HTTP ${response.status})`)
    this.status = response.status
    this.code = code
    this.params = params
  }
}

interface ErrorBody {
  readonly code: string
  readonly message: string
  readonly params: Readonly<Record<string, string | number>>
}

const UNEXPECTED: ErrorBody = { code: 'unexpected_response', message: 'Not a response of Clutch', params: {} }

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'code' in body && 'message' in body && 'params' in body
}

interface Result<Data> {
  readonly data?: Data
  readonly error?: unknown
  readonly response: Response
}

/**
 * The data of a successful call.
 *
 *     const { prices } = unwrap(await clutch.GET('/api/public/v1/prices'))
 *
 * @throws ClutchError for an error response
 */
export function unwrap<Data>({ data, error, response }: Result<Data>): NonNullable<Data> {
  if (data === undefined || data === null) throw new ClutchError(response, error)
  return data
}
