import { expect, test } from 'vitest'
import { findNextSteps } from './next-steps.ts'

const JOB = { id: 'a', receipt_id: 1, count: 1, start_at: 0, end_at: 1 }

test('what needs the player comes before what is idle', () => {
  const steps = findNextSteps({
    lots: [{ ahead_count: 0 }, { ahead_count: 3 }, { ahead_count: 1 }],
    crafts: [],
    farms: [JOB],
    harvests: [
      { enabled: true, active_count: 0 },
      { enabled: true, active_count: 4 },
    ],
  })
  expect(steps).toEqual([
    { step: 'harvest_stalled', count: 1 },
    { step: 'lots_behind', count: 2 },
    { step: 'craft_idle', count: 1 },
  ])
})

test('a player without any work is shown all of it', () => {
  const steps = findNextSteps({ lots: [], crafts: [], farms: [], harvests: [{ enabled: false, active_count: 0 }] })
  expect(steps.map(({ step }) => step)).toEqual(['craft_idle', 'farm_idle', 'harvest_idle'])
})

test('nothing is left to do while everything runs', () => {
  const harvests = [{ enabled: true, active_count: 1 }]
  expect(findNextSteps({ lots: [], crafts: [JOB], farms: [JOB], harvests })).toEqual([])
})
