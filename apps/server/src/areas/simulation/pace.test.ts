import { expect, it } from 'vitest'
import { Pace, REST_MS, SLICE_MS } from './pace.ts'

it('a simulation rests between slices and not within one', () => {
  let computedMs = 100
  const rests: number[] = []
  const pace = new Pace({ computedMs: () => computedMs, rest: (restMs) => rests.push(restMs) })
  for (let step = 0; step < 3 * SLICE_MS; step += 1) {
    computedMs += 1
    pace.giveWay()
  }
  expect(rests).toEqual([REST_MS, REST_MS, REST_MS])
})
