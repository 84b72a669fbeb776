/** Characters of a name at most; the platform's own limit is 32. */
const NAME_MAX = 32
/** Control and format characters (direction marks and zero-width ones among them), private use, halves of pairs. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}]/gu
/** Letters that draw nothing. */
const BLANK_LETTERS = /[\u115f\u1160\u2800\u3164\uffa0]/g
/** Marks pile up on one letter and cover the lines around it: two are enough for any language we speak. */
const PILED_MARKS = /(\p{M}{2})\p{M}+/gu

/**
 * A name as players see it. Names come from outside: what cannot be seen would make two names look alike, what turns the
 * direction would turn the text around it, a NUL would fail a whole batch in PostgreSQL, and a long one breaks every list.
 * @returns the empty string when nothing is left.
 */
export function cleanName(name: string): string {
  const visible = name
    .normalize('NFC')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(INVISIBLE, '')
    .replaceAll(BLANK_LETTERS, '')
    .replaceAll(PILED_MARKS, '$1')
    .trim()
  return Array.from(visible).slice(0, NAME_MAX).join('').trim()
}
