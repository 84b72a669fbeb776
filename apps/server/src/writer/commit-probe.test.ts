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

it('takes an empty commit for proof that commits arrive again', () => {
  const { probe } = failing('57P01')
  probe.noteSucceeded(false)
  expect(probe.isFailing).toBe(false)
})

it('does not believe an empty commit soon after the disk was full', () => {
  const { probe, pass } = failing('53100')
  probe.noteSucceeded(false)
  expect(probe.isFailing).toBe(true)
  pass(30_000)
  probe.noteSucceeded(false)
  expect(probe.isFailing).toBe(false)
  probe.stop()
})

it('believes a commit of commands at once', () => {
  const { probe } = failing('53100')
  probe.noteSucceeded(true)
  expect(probe.isFailing).toBe(false)
  probe.stop()
})
