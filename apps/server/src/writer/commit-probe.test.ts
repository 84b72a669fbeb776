import { expect, it } from 'vitest'
import { CommitProbe } from './commit-probe.ts'

function failing(code: string): { probe: CommitProbe; pass: (ms: number) => void } {
  let nowMs = 0
  const probe = new CommitProbe(
    () => undefined,
    () => nowMs,
  )
  probe.noteFailed(Object.assign(new Error('failed'), { code }))
  return { probe, pass: (ms) => (nowMs += ms) }
}

it('treats a successful empty commit as recovery', () => {
  const { probe } = failing('57P01')
  probe.noteSucceeded(false)
  expect(probe.isFailing).toBe(false)
})

it('does not treat an empty commit as recovery soon after a full disk', () => {
  const { probe, pass } = failing('53100')
  probe.noteSucceeded(false)
  expect(probe.isFailing).toBe(true)
  pass(30_000)
  probe.noteSucceeded(false)
  expect(probe.isFailing).toBe(false)
  probe.stop()
})

it('treats a commit with commands as recovery at once', () => {
  const { probe } = failing('53100')
  probe.noteSucceeded(true)
  expect(probe.isFailing).toBe(false)
  probe.stop()
})
