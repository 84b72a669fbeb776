/** Who listens to a channel and who talks in it, and for how long. */
export interface ChatLoad {
  readonly url: string
  /** Whose connections listen, in turn. */
  readonly listeners: readonly string[]
  readonly sockets: number
  /** Who may write as fast as they like. */
  readonly speakers: readonly string[]
  readonly channelId: string
  readonly perSecond: number
  /** From when all listen to the first message. */
  readonly pauseSeconds: number
  readonly seconds: number
}

export interface ChatResult {
  /** Messages that were acknowledged. */
  readonly said: number
  readonly refused: number
  /** Over all sockets: messages that did not come in their turn, and those that came twice or after a later one. */
  readonly missing: number
  readonly outOfOrder: number
  /** From before the request to when a socket has read the message, in milliseconds, over all sockets. */
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}
