import { tokens } from '../auth/session.ts'
import { isStoragePersistent } from '../storage/browser-storage.ts'
import { browserClock } from '../timing/clock.ts'
import { noteResponse } from '../timing/server-clock.ts'
import { responseVersions } from './response-versions.ts'
import { createApiClient } from './client.ts'
import { createLineCheck } from './dead-lines.ts'
import { claimEarlyResponse } from './early-calls.ts'
import { createTabLock, type LockRunner } from './tab-lock.ts'

/**
 * Web Locks exist in secure contexts only. Over plain HTTP there is no lock; a frame without storage needs none, since
 * no other tab shares its token.
 */
const withLock: LockRunner =
  navigator.locks === undefined || !isStoragePersistent
    ? (_name, work) => work()
    : createTabLock(navigator.locks, browserClock)

/** Finds dead keep-alive connections to the server. */
export const checkLines = createLineCheck((path, init) => window.fetch(path, init), browserClock)

/** The browser's API client. */
export const api = createApiClient({
  fetch: fetchTimed,
  tokens,
  withLock,
  clock: browserClock,
  onSilence: checkLines,
  onAge: (name, asOf) => responseVersions.note(name, asOf),
})
export const callApi = api.read

async function fetchTimed(path: string, request: RequestInit): Promise<Response> {
  const early = claimEarlyResponse(path, request)
  if (early !== undefined) {
    const { response, askedMs, arrivedMs } = await early
    noteResponse(response.headers, arrivedMs - askedMs, performance.now() - arrivedMs)
    return response
  }
  const beganMs = performance.now()
  const response = await window.fetch(path, request)
  noteResponse(response.headers, performance.now() - beganMs)
  return response
}
