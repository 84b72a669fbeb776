import { describe, expect, it } from 'vitest'
import { fuzzProduction } from './testing/fuzz-production.ts'

describe('market and production together', () => {
  it.each(['anvil', 'meadow', 'workshop', 'tonic'])(
    'keep every promise, and come to the same however late, in what portions and over how many restarts work is settled: %s',
    (seed) => {
      const report = fuzzProduction(`test ${seed}`, 500)
      expect(report.accepted).toBeGreaterThan(200)
      expect(report.settled).toBeGreaterThan(100)
    },
  )
})
