import { describe, expect, it } from 'vitest'
import { cleanName } from './clean-name.ts'

describe('a name from outside', () => {
  it.each([
    ['stays as it is', 'Anna Körner 7', 'Anna Körner 7'],
    ['keeps letters of any language', 'Ярослав 太郎 ı', 'Ярослав 太郎 ı'],
    ['keeps pictures', 'Fox 🦊', 'Fox 🦊'],
    ['loses control characters', 'An\u0000na\u0007', 'Anna'],
    ['loses direction marks', 'evil\u202Egnp.exe\u2066\u200f', 'evilgnp.exe'],
    ['loses what cannot be seen', 'An\u200bn\u2060a\ufeff\u00ad', 'Anna'],
    ['loses letters that draw nothing', '\u3164\u2800\uffa0', ''],
    ['has its spaces joined', '  Anna \u00a0\u3000\n  K ', 'Anna K'],
    ['has no piled marks', `a${'\u0301'.repeat(40)}b`, '\u00e1\u0301\u0301b'],
    ['is composed', 'Ko\u0308rner', 'K\u00f6rner'],
    ['ends after 32 characters', '🦊'.repeat(50), '🦊'.repeat(32)],
    ['loses halves of pairs', 'a\ud800b', 'ab'],
  ])('%s', (_, given, shown) => {
    expect(cleanName(given)).toBe(shown)
  })
})
