import type { Clock } from '../timing/clock.ts'

/** Connections that browsers keep to one server over HTTP/1.1. */
const LINES_MAX = 6
const CHECK_TIMEOUT_MS = 4_000
/** A small file of ours that no cache may answer for. */
const CHECK_PATH = '/version.json'

/**
 * Finds out which idle connections are dead, all at once. After a router has forgotten them, browsers go on using one
 * after another: each call would wait for its whole limit on the next dead one.
 * @returns what begins a check, unless one is under way
 */
export function createLineCheck(
  fetch: (path: string, init: RequestInit) => Promise<unknown>,
  clock: Clock,
): () => void {
  let isUnderWay = false

  const check = async () => {
    const line = new AbortController()
    const timeout = clock.schedule(() => line.abort(), CHECK_TIMEOUT_MS)
    await fetch(CHECK_PATH, { method: 'HEAD', cache: 'no-store', signal: line.signal }).catch(() => undefined)
    timeout.cancel()
  }
  return () => {
    if (isUnderWay) return
    isUnderWay = true
    void Promise.all(Array.from({ length: LINES_MAX }, check)).finally(() => (isUnderWay = false))
  }
}
