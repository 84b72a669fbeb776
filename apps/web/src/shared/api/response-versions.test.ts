import { expect, test } from 'vitest'
import { ResponseVersions } from './response-versions.ts'

test('the oldest response decides', () => {
  const ages = new ResponseVersions()
  ages.note('GET /get_profile', '12')
  ages.note('GET /get_profile', '10')
  expect([ages.isNewerThan(10), ages.isNewerThan(11)]).toEqual([true, false])
})

test('a response without a version counts as the oldest', () => {
  const ages = new ResponseVersions()
  ages.note('GET /get_profile', '12')
  ages.note('GET /get_profile', null)
  expect([ages.isNewerThan(0), ages.isNewerThan(1)]).toEqual([true, false])
})

test('responses that no message can change are ignored', () => {
  const ages = new ResponseVersions()
  ages.note('GET /get_profile', '12')
  ages.note('GET /get-server', '3')
  ages.note('POST /v2/get-all-items', '2')
  expect(ages.isNewerThan(12)).toBe(true)
})

test('after a reconnect only the new reads count', () => {
  const ages = new ResponseVersions()
  ages.note('GET /get_profile', '12')
  ages.reset()
  ages.note('GET /get_profile', '20')
  expect([ages.isNewerThan(20), ages.isNewerThan(21)]).toEqual([true, false])
})
