import { SECOND_MS } from '@clutch/contract/formats'

/** A smaller correction changes no range of a chart or report that anybody would see. */
const CORRECTION_TOLD_MS = 60_000

/** The server's time, as far as responses and heartbeats tell it: the device's clock may be minutes or days off. */
export class ServerClock {
  readonly #deviceNowMs: () => number
  readonly #listeners = new Set<() => void>()
  #offsetMs = 0

  constructor(deviceNowMs: () => number = Date.now) {
    this.#deviceNowMs = deviceNowMs
  }

  /** Calls the listener when the clock turns out to be off by a minute or more: what was asked for by it is another time's. */
  onCorrection(listener: () => void): void {
    this.#listeners.add(listener)
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
    const serverMs = earliestMs + spanMs / 2
    this.#offsetMs = serverMs - this.#deviceNowMs()
    if (Math.abs(serverMs - nowMs) < CORRECTION_TOLD_MS) return
    for (const listener of this.#listeners) listener()
  }
}

/** Headers tell whole seconds. */
const HEADER_SPAN_MS = 1_000
/** A heartbeat tells milliseconds, and may have been on its way for this long. */
const HEARTBEAT_SPAN_MS = 2_000

/** The clock of this page. */
export const serverClock = new ServerClock()

/** The server's time in Unix milliseconds: for whatever counts down, tells an age or bounds a query. */
export function serverNowMs(): number {
  return serverClock.nowMs()
}

/** The same in whole Unix seconds, as calls take it. */
export function serverNowSec(): number {
  return Math.floor(serverNowMs() / SECOND_MS)
}

/** A moment of the device's clock as the server's clock has it, in Unix milliseconds. */
export function toServerMs(deviceMs: number): number {
  return serverClock.nowMs() - Date.now() + deviceMs
}

/**
 * Reads the server's clock off a response of ours.
 * @param tookMs how long the response took: its header may be that old
 * @param agoMs how long ago it arrived
 */
export function noteResponse(headers: Headers, tookMs: number, agoMs = 0): void {
  // A response from a cache carries the time at which it was stored.
  if (headers.get('cache-control')?.includes('no-store') !== true) return
  const sentMs = Date.parse(headers.get('date') ?? '')
  if (Number.isFinite(sentMs)) serverClock.note(sentMs + agoMs, HEADER_SPAN_MS + tookMs)
}

/** Reads the server's clock off a heartbeat of the live connection, in Unix milliseconds. */
export function noteHeartbeat(serverTimeMs: number): void {
  serverClock.note(serverTimeMs, HEARTBEAT_SPAN_MS)
}
