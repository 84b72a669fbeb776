/** Error codes of the live connection, with the texts of document 1 §8 for logs and other clients. */
const LIVE_ERRORS = {
  no_token: 'No authentication token available',
  socket: 'WebSocket connection error',
  send: 'Send error',
  handler: 'Handler error for {type}',
  wait_timeout: 'Timeout waiting for event: {type}',
} as const

export type LiveErrorCode = keyof typeof LIVE_ERRORS

/** An error of the live connection; the interface translates its code. */
export class LiveError extends Error {
  readonly code: LiveErrorCode
  /** The event type concerned, if any. */
  readonly eventType: string

  constructor(code: LiveErrorCode, eventType = '', options?: ErrorOptions) {
    super(LIVE_ERRORS[code].replace('{type}', eventType), options)
    this.name = 'LiveError'
    this.code = code
    this.eventType = eventType
  }
}
