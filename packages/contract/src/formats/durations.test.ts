import { expect, test } from 'vitest'
import { splitDuration } from './durations.ts'

test.each([
  [0, []],
  [0.2, ['1 second']],
  [45, ['45 second']],
  [60, ['1 minute']],
  [90, ['1 minute', '30 second']],
  [3_600, ['1 hour']],
  [5_430, ['1 hour', '30 minute']],
  [86_400, ['1 day']],
  [93_784, ['1 day', '2 hour']],
  [86_460, ['1 day']],
])('%d seconds are split into %j', (seconds, parts) => {
  expect(splitDuration(seconds).map(({ unit, value }) => `${value} ${unit}`)).toEqual(parts)
})
