import type { Clock } from '../timing/clock.ts'

/** HTTP/1.1 connections that browsers keep open to one server. */
const LINES_MAX = 6
const CHECK_TIMEOUT_MS = 4_000
/** A small file that is never cached. */
const CHECK_PATH = '/version.json'

/**
 * Probes all idle connections at once. After a router has dropped them, browsers keep reusing them one by one, and each
 * call would wait for its whole time limit on the next dead one.
 * @returns starts a check, unless one is running
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
