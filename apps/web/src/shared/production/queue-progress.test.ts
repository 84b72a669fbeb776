import { expect, test } from 'vitest'
import { progressOf } from './queue-progress.ts'

const job = { id: 'a', receipt_id: 1, count: 1, start_at: 100, end_at: 200 }

test.each([
  [99, 'waiting', 0],
  [100, 'running', 0],
  [150, 'running', 50],
  [199, 'running', 99],
  [200, 'finished', 100],
  [900, 'finished', 100],
])('at %i a job is %s and %i percent done', (nowSec, state, percent) => {
  expect(progressOf(job, nowSec)).toEqual({ state, percent })
})
