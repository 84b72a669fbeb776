import { expect, test } from 'vitest'
import { badgeText } from './Badge.tsx'

test.each([
  [1, '1'],
  [99, '99'],
  [100, '99+'],
  [1_000, '99+'],
])('%i is shown as %s', (count, text) => {
  expect(badgeText(count)).toBe(text)
})
