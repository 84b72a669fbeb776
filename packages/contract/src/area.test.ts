import { expect, test } from 'vitest'
import { mergeTables } from './area.ts'
import { AREAS, calls } from './calls/index.ts'
import { errorBody, ERRORS } from './errors.ts'

test('tables of areas merge into one with all rows', () => {
  const ofMarket = { lot_not_found: 404 }
  const ofOthers = { no_energy: 409, no_roulette: 409 }
  const merged: Record<'lot_not_found' | 'no_energy' | 'no_roulette', number> = mergeTables([ofMarket, ofOthers])
  expect(merged).toEqual({ lot_not_found: 404, no_energy: 409, no_roulette: 409 })
})

test('merging rejects a name declared by two areas', () => {
  expect(() => mergeTables([{ no_energy: 409 }, { no_energy: 404 }])).toThrow('Two areas declare no_energy')
})

test('the API contains every call and error of every area', () => {
  const sizeOf = (table: object): number => Object.keys(table).length
  expect(AREAS.reduce((sum, area) => sum + sizeOf(area.calls), 0)).toBe(sizeOf(calls))
  const errors = AREAS.flatMap((area) => ('errors' in area ? Object.entries(area.errors) : []))
  expect(Object.entries(ERRORS)).toEqual(expect.arrayContaining(errors))
})

test('the message of an error contains its params', () => {
  expect(errorBody('rate_limited', { retry_after_s: 3 })).toEqual({
    code: 'rate_limited',
    message: 'Too many requests, try again in 3 s',
    params: { retry_after_s: 3 },
  })
})

test('an undeclared code is rejected', () => {
  // @ts-expect-error -- an undeclared code
  expect(() => errorBody('no_such_code')).toThrow(TypeError)
})
