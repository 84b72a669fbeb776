/** Listeners and speakers of a channel, and the duration. */
export interface ChatLoad {
  readonly url: string
  /** Access tokens of the listeners; sockets are distributed over them. */
  readonly listeners: readonly string[]
  readonly sockets: number
  /** Access tokens of speakers without slow mode. */
  readonly speakers: readonly string[]
  readonly channelId: string
  readonly perSecond: number
  /** Pause between the last listener and the first message. */
  readonly pauseSeconds: number
  readonly seconds: number
}

export interface ChatResult {
  /** Acknowledged messages. */
  readonly said: number
  readonly refused: number
  /** Over all sockets: missing messages, and duplicate or out-of-order ones. */
  readonly missing: number
  readonly outOfOrder: number
  /** From before the request until a socket has read the message, in milliseconds, over all sockets. */
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}
