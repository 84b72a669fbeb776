/** The server's time, as far as responses and heartbeats tell it: the device's clock may be minutes or days off. */
export class ServerClock {
  readonly #deviceNowMs: () => number
  #offsetMs = 0

  constructor(deviceNowMs: () => number = Date.now) {
    this.#deviceNowMs = deviceNowMs
  }

  /** @returns the server's time in Unix milliseconds; the device's until the server has told it */
  nowMs(): number {
    return this.#deviceNowMs() + this.#offsetMs
  }

  /**
   * Takes in a reading of the server's clock. A reading that agrees with what is known changes nothing, so that times on
   * screen do not jump with every response.
   * @param earliestMs the server's time is not before this, in Unix milliseconds
   * @param spanMs nor after `earliestMs + spanMs`
   */
  note(earliestMs: number, spanMs: number): void {
    const nowMs = this.nowMs()
    if (nowMs >= earliestMs && nowMs <= earliestMs + spanMs) return
    this.#offsetMs = earliestMs + spanMs / 2 - this.#deviceNowMs()
  }
}

/** Headers tell whole seconds. */
const HEADER_SPAN_MS = 1_000
/** A heartbeat tells milliseconds, and may have been on its way for this long. */
const HEARTBEAT_SPAN_MS = 2_000

const serverClock = new ServerClock()

/** The server's time in Unix milliseconds: for whatever counts down, tells an age or bounds a query. */
export function serverNowMs(): number {
  return serverClock.nowMs()
}

/**
 * Reads the server's clock off a response of ours.
 * @param tookMs how long the response took: its header may be that old
 */
export function noteResponse(headers: Headers, tookMs: number): void {
  // A response from a cache carries the time at which it was stored.
  if (headers.get('cache-control')?.includes('no-store') !== true) return
  const sentMs = Date.parse(headers.get('date') ?? '')
  if (Number.isFinite(sentMs)) serverClock.note(sentMs, HEADER_SPAN_MS + tookMs)
}

/** Reads the server's clock off a heartbeat of the live connection, in Unix milliseconds. */
export function noteHeartbeat(serverTimeMs: number): void {
  serverClock.note(serverTimeMs, HEARTBEAT_SPAN_MS)
}
