import { expect, test } from 'vitest'
import { tagName } from './tag-name.ts'

const NAMES = new Map([['family:ore', { en: 'Ores', ru: 'Руды' }]])

test('a tag has its name in the language, or else its part after the colon', () => {
  expect(tagName('family:ore', NAMES, 'ru')).toBe('Руды')
  expect(tagName('family:ore', NAMES, 'ja')).toBe('Ore')
  expect(tagName('use:iron tools', NAMES, 'en')).toBe('Iron tools')
  expect(tagName('plain', undefined, 'en')).toBe('Plain')
})
