import { expect, it } from 'vitest'
import { RecentOutcomes, type KnownOutcome } from './known-outcomes.ts'

function outcome(value: number): KnownOutcome {
  return { requestHash: String(value), outcome: { ok: true, value } }
}

it('holds at least the minimum number of newest outcomes, and at most twice as many', () => {
  const recent = new RecentOutcomes(10)
  for (let count = 0; count < 100; count += 1) {
    recent.remember([[`key-${count}`, outcome(count)]])
    const kept = Array.from({ length: count + 1 }, (_, index) => recent.get(`key-${index}`) !== undefined)
    expect(kept.slice(-10)).not.toContain(false)
    expect(kept.filter(Boolean).length).toBeLessThanOrEqual(20)
  }
})

it('reports which outcomes it will still hold after as many others', () => {
  for (let others = 1; others <= 30; others += 1) {
    const recent = new RecentOutcomes(10)
    recent.remember([['key', outcome(0)]])
    for (let count = 1; count < others; count += 1) recent.remember([[`before-${count}`, outcome(count)]])
    const isKept = recent.keeps('key')
    for (let count = 0; count < 10; count += 1) recent.remember([[`after-${count}`, outcome(count)]])
    expect(!isKept || recent.get('key') !== undefined).toBe(true)
    // The newest is held.
    expect(isKept || others > 10).toBe(true)
  }
})

it('returns the newer of two outcomes of a key', () => {
  const recent = new RecentOutcomes(1)
  recent.remember([['key', outcome(1)]])
  recent.remember([['key', outcome(2)]])
  expect(recent.get('key')).toEqual(outcome(2))
})
