import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  contrastRatio,
  itemColor,
  liftToContrast,
  parseHexColor,
  readableColor,
  SURFACE,
  type Rgb,
} from './contrast.ts'

const AA = 4.5
const channel = fc.integer({ min: 0, max: 255 })

test('any lightened colour is readable on the lightest surface', () => {
  fc.assert(
    fc.property(fc.tuple(channel, channel, channel), (color) => {
      expect(contrastRatio(liftToContrast(color, SURFACE), SURFACE)).toBeGreaterThanOrEqual(AA)
    }),
  )
})

test('a readable colour stays as it is', () => {
  const yellow: Rgb = [255, 215, 0]
  expect(liftToContrast(yellow, SURFACE)).toEqual(yellow)
  expect(readableColor('FFD700')).toBe('#ffd700')
})

test('knows the ratio of black and white', () => {
  expect(contrastRatio([0, 0, 0], [255, 255, 255])).toBeCloseTo(21, 5)
})

test('an item without a colour gets a neutral one', () => {
  expect(parseHexColor('nonsense')).toBeUndefined()
  expect(itemColor('')).toBe(itemColor('xyz'))
})
