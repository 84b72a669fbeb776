import { expect, test } from 'vitest'
import { AnswerAges } from './answer-ages.ts'

test('the oldest answer decides', () => {
  const ages = new AnswerAges()
  ages.note('12')
  ages.note('10')
  expect([ages.isNewerThan(10), ages.isNewerThan(11)]).toEqual([true, false])
})

test('an answer that does not say how old it is counts as older than everything', () => {
  const ages = new AnswerAges()
  ages.note('12')
  ages.note(null)
  expect([ages.isNewerThan(0), ages.isNewerThan(1)]).toEqual([true, false])
})
