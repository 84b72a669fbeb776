import { expect, test } from 'vitest'
import { waitSecOf } from './slow-mode.ts'

test.each([
  ['as long as the channel asks, from the last message on', 30, 1_000, 1_000, 30],
  ['until the time is over', 30, 1_000, 1_029, 1],
  ['no longer than that', 30, 1_000, 1_030, 0],
  ['not at all after a long silence', 30, 0, 1_000, 0],
  ['not at all where nothing is asked', 0, 1_000, 1_000, 0],
  ['no longer by a clock that is behind', 30, 1_000, 900, 30],
  ['not at all by such a clock where nothing is asked', 0, 1_000, 900, 0],
] as const)('the wait is %s', (_what, slowModeSec, lastSentSec, nowSec, waitSec) => {
  expect(waitSecOf(slowModeSec, lastSentSec, nowSec)).toBe(waitSec)
})
