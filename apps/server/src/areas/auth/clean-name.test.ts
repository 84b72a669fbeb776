import { describe, expect, it } from 'vitest'
import { cleanName } from './clean-name.ts'

describe('a name from the platform', () => {
  it.each([
    ['remains unchanged if it is clean', 'Anna Körner 7', 'Anna Körner 7'],
    ['keeps letters of any language', 'Ярослав 太郎 ı', 'Ярослав 太郎 ı'],
    ['keeps emoji', 'Fox 🦊', 'Fox 🦊'],
    ['loses control characters', 'An\u0000na\u0007', 'Anna'],
    ['loses direction marks', 'evil\u202Egnp.exe\u2066\u200f', 'evilgnp.exe'],
    ['loses invisible characters', 'An\u200bn\u2060a\ufeff\u00ad', 'Anna'],
    ['loses blank letters', '\u3164\u2800\uffa0', ''],
    ['has its whitespace collapsed and trimmed', '  Anna \u00a0\u3000\n  K ', 'Anna K'],
    ['loses stacked marks after the second', `a${'\u0301'.repeat(40)}b`, '\u00e1\u0301\u0301b'],
    ['is normalized to composed characters', 'Ko\u0308rner', 'K\u00f6rner'],
    ['is cut after 32 characters', '🦊'.repeat(50), '🦊'.repeat(32)],
    ['loses selectors and joiners without effect', 'An\uFE0Fn\u034Fa\u17B4\u180E\u{E0041}', 'Anna'],
    ['loses blank musical symbols', '\u{1D159}', ''],
    ['is composed across invisible characters', 'a\u200B\u0301', '\u00e1'],
    ['loses marks without a base letter', '\u0301 a \u034F\u0301', 'a'],
    [
      'keeps joiners within emoji',
      'Ann \u{1F468}\u200D\u{1F469}\u200D\u{1F467} ❤\uFE0F 1\uFE0F\u20E3',
      'Ann \u{1F468}\u200D\u{1F469}\u200D\u{1F467} ❤\uFE0F 1\uFE0F\u20E3',
    ],
    ['keeps joiners within words', 'می\u200Cخواهم क\u094D\u200Dष', 'می\u200Cخواهم क\u094D\u200Dष'],
    ['loses a joiner at the end of a word', 'Ann\u200D می\u200C', 'Ann می'],
    [
      'is cut between emoji',
      '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}'.repeat(7),
      '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}'.repeat(6),
    ],
    ['loses lone surrogates', 'a\ud800b', 'ab'],
  ])('%s', (_, given, shown) => {
    expect(cleanName(given)).toBe(shown)
  })
})
