import { tokens } from '../auth/session.ts'
import { isStorageKept } from '../storage/browser-storage.ts'
import { answerAges } from './answer-ages.ts'
import { createApiClient } from './client.ts'
import { takeEarlyAnswer } from './early-calls.ts'
import type { LockRunner } from './refresh.ts'

/**
 * Web Locks exist in secure contexts only; a plain-http companion in the local network does without, and so does a
 * frame that may not store anything: no other tab can share a token with it.
 */
const withLock: LockRunner = async (name, work) =>
  navigator.locks === undefined || !isStorageKept ? work() : await navigator.locks.request(name, work)

/** The browser's one client. */
export const api = createApiClient({
  fetch: (path, request) => takeEarlyAnswer(path, request) ?? window.fetch(path, request),
  tokens,
  withLock,
  onAge: (name, asOf) => answerAges.note(name, asOf),
})
export const callApi = api.read
