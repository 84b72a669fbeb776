import { expect, test } from 'vitest'
import { eventState, isoToday } from './event-state.ts'

const spring = { starts_on: '2025-04-15', ends_on: '2025-05-31' }

test.each([
  ['2025-04-14', 'upcoming'],
  ['2025-04-15', 'running'],
  ['2025-05-31', 'running'],
  ['2025-06-01', 'over'],
])('on %s the spring season is %s', (today, state) => {
  expect(eventState(spring, today)).toBe(state)
})

test('an event may have only a start or only an end', () => {
  expect(eventState({ starts_on: null, ends_on: '2025-05-31' }, '2025-06-01')).toBe('over')
  expect(eventState({ starts_on: '2025-04-15', ends_on: null }, '2026-01-01')).toBe('running')
})

test('an announcement without dates is not an event', () => {
  expect(eventState({ starts_on: null, ends_on: null }, '2025-06-01')).toBeNull()
})

test('a day begins at midnight UTC', () => {
  expect(isoToday(new Date('2025-04-15T00:30:00+03:00'))).toBe('2025-04-14')
})
