import { expect, test } from 'vitest'
import { zoomedIn, zoomTo } from './zoom.ts'

const STARTS = [10, 20, 30, 40, 50, 60, 70]

test('halves what is shown up to its end, until two slots are left', () => {
  const first = zoomedIn(STARTS, null)
  expect(first).toEqual({ fromSec: 40, toSec: 70 })
  const second = zoomedIn(STARTS, first)
  expect(second).toEqual({ fromSec: 60, toSec: 70 })
  expect(zoomedIn(STARTS, second)).toEqual(second)
})

test('zooms to the dragged range, unless it has too few points', () => {
  expect(zoomTo(STARTS, { fromSec: 15, toSec: 45 })).toEqual({ fromSec: 15, toSec: 45 })
  expect(zoomTo(STARTS, { fromSec: 15, toSec: 25 })).toBeNull()
})
