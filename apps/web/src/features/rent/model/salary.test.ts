import type { Rent, RentConfig } from '@clutch/contract'
import { expect, test } from 'vitest'
import { listRentables, owedAfter, poolCurve, salaryCurve, salaryWith } from './salary.ts'

const CAT: RentConfig = { item_id: 7, hall: 'heroes', pool_per_day: 100, salary_max: 40, shop_items: [] }
const RENT: Rent = {
  config: [CAT, { ...CAT, item_id: 8, hall: 'relics' }],
  all_rents: [{ item_id: 7, count: 2, salary: 40 }],
  user_rents: [{ item_id: 7, count: 1, salary: 5, salary_fraction: 0.5 }],
}
const [cat, cup] = listRentables(RENT)

test('what was read becomes one list, with nothing where nobody has put anything', () => {
  expect(cat).toMatchObject({ unitsOfAll: 2, units: 1, owed: 5.5 })
  expect(cup).toMatchObject({ unitsOfAll: 0, units: 0, owed: 0 })
})

test('says what each unit would earn with more of them: the cap, then a share', () => {
  expect([0, 1, 8].map((more) => cat && salaryWith(cat, more))).toEqual([40, 100 / 3, 10])
})

test('the salary ticks on between reads', () => {
  expect(cat && owedAfter(cat, 43_200)).toBeCloseTo(25.5)
  expect(cat && owedAfter(cat, -5)).toBe(5.5)
})

test('the curve begins with what is earned now and never rises', () => {
  const points = cat === undefined ? [] : salaryCurve(cat, 30)
  expect(points[0]).toEqual({ more: 0, salary: 40 })
  expect(points.at(-1)?.more).toBe(60)
  expect(points.every(({ salary }, index) => salary <= (points[index - 1]?.salary ?? salary))).toBe(true)
})

test('the curve of the pool goes from one unit, past those rented now, to where the pool is shared', () => {
  const points = cat === undefined ? [] : poolCurve(cat)
  expect(points[0]).toEqual({ more: -1, salary: 40 })
  expect(points).toContainEqual({ more: 0, salary: 40 })
  expect(points.at(-1)).toEqual({ more: 18, salary: 5 })
})
