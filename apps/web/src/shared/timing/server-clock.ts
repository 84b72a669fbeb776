import { SECOND_MS } from '@clutch/contract/formats'

/** Smaller corrections would not visibly change a chart's or report's range. */
const CORRECTION_TOLD_MS = 60_000

/** The server's time, derived from responses and heartbeats: the device's clock may be minutes or days off. */
export class ServerClock {
  readonly #deviceNowMs: () => number
  readonly #listeners = new Set<() => void>()
  #offsetMs = 0

  constructor(deviceNowMs: () => number = Date.now) {
    this.#deviceNowMs = deviceNowMs
  }

  /** Registers a listener for corrections of a minute or more: queries bounded by the old time are wrong. */
  onCorrection(listener: () => void): void {
    this.#listeners.add(listener)
  }

  /** @returns the server's time in Unix milliseconds; the device's until a reading is known */
  nowMs(): number {
    return this.#deviceNowMs() + this.#offsetMs
  }

  /**
   * Applies a reading of the server's clock. A reading that agrees with the current offset changes nothing, so that
   * times on screen do not jump with every response.
   * @param earliestMs the server's time is not before this, in Unix milliseconds
   * @param spanMs nor after `earliestMs + spanMs`
   */
  note(earliestMs: number, spanMs: number): void {
    const nowMs = this.nowMs()
    if (nowMs >= earliestMs && nowMs <= earliestMs + spanMs) return
    const serverMs = earliestMs + spanMs / 2
    this.#offsetMs = serverMs - this.#deviceNowMs()
    if (Math.abs(serverMs - nowMs) < CORRECTION_TOLD_MS) return
    for (const listener of this.#listeners) listener()
  }
}

/** Headers have a resolution of one second. */
const HEADER_SPAN_MS = 1_000
/** A heartbeat has milliseconds, and may have been delayed this long. */
const HEARTBEAT_SPAN_MS = 2_000

/** The page's clock. */
export const serverClock = new ServerClock()

/** The server's time in Unix milliseconds: for countdowns, ages and query ranges. */
export function serverNowMs(): number {
  return serverClock.nowMs()
}

/** The server's time in whole Unix seconds, as calls take it. */
export function serverNowSec(): number {
  return Math.floor(serverNowMs() / SECOND_MS)
}

/** Converts a moment of the device's clock to the server's clock, in Unix milliseconds. */
export function toServerMs(deviceMs: number): number {
  return serverClock.nowMs() - Date.now() + deviceMs
}

/**
 * Applies the date of a server response.
 * @param tookMs the response's duration: its header may be that old
 * @param agoMs how long ago it arrived
 */
export function noteResponse(headers: Headers, tookMs: number, agoMs = 0): void {
  // A cached response carries the time at which it was stored.
  if (headers.get('cache-control')?.includes('no-store') !== true) return
  const sentMs = Date.parse(headers.get('date') ?? '')
  if (Number.isFinite(sentMs)) serverClock.note(sentMs + agoMs, HEADER_SPAN_MS + tookMs)
}

/** Applies the server's time of a heartbeat, in Unix milliseconds. */
export function noteHeartbeat(serverTimeMs: number): void {
  serverClock.note(serverTimeMs, HEARTBEAT_SPAN_MS)
}
