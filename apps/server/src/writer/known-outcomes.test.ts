import { expect, it } from 'vitest'
import { RecentOutcomes, type KnownOutcome } from './known-outcomes.ts'

function outcome(value: number): KnownOutcome {
  return { requestHash: String(value), outcome: { ok: true, value } }
}

it('keeps as many of the newest outcomes as promised, and no more than twice as many', () => {
  const recent = new RecentOutcomes(10)
  for (let count = 0; count < 100; count += 1) {
    recent.remember([[`key-${count}`, outcome(count)]])
    const kept = Array.from({ length: count + 1 }, (_, index) => recent.get(`key-${index}`) !== undefined)
    expect(kept.slice(-10)).not.toContain(false)
    expect(kept.filter(Boolean).length).toBeLessThanOrEqual(20)
  }
})

it('says of which outcomes it will know them when as many others have come', () => {
  for (let others = 1; others <= 30; others += 1) {
    const recent = new RecentOutcomes(10)
    recent.remember([['key', outcome(0)]])
    for (let count = 1; count < others; count += 1) recent.remember([[`before-${count}`, outcome(count)]])
    const isKept = recent.keeps('key')
    for (let count = 0; count < 10; count += 1) recent.remember([[`after-${count}`, outcome(count)]])
    expect(!isKept || recent.get('key') !== undefined).toBe(true)
    // Whoever has just come is kept.
    expect(isKept || others > 10).toBe(true)
  }
})

it('answers the newer of two outcomes of one key', () => {
  const recent = new RecentOutcomes(1)
  recent.remember([['key', outcome(1)]])
  recent.remember([['key', outcome(2)]])
  expect(recent.get('key')).toEqual(outcome(2))
})
