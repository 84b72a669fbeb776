import { withoutInvisible } from '../../text/invisible.ts'

/** Characters of a name at most; the platform's own limit is 32. */
const NAME_MAX = 32
/** A mark without a letter below it is drawn on whatever happens to be there. */
const BARE_MARKS = /(?<![\p{L}\p{N}\p{M}\p{Emoji}])\p{M}+/gu
/** Marks pile up on one letter and cover the lines around it: two are enough for any language we speak. */
const PILED_MARKS = /(\p{M}{2})\p{M}+/gu

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * A name as players see it. Names come from outside: what cannot be seen would make two names look alike, what turns the
 * direction would turn the text around it, a NUL would fail a whole batch in PostgreSQL, and a long one breaks every list.
 * @returns the empty string when nothing is left.
 */
export function cleanName(name: string): string {
  const visible = withoutInvisible(name.replaceAll(/\s+/gu, ' '))
    .normalize('NFC')
    .replaceAll(BARE_MARKS, '')
    .replaceAll(PILED_MARKS, '$1')
    .replaceAll(/ +/g, ' ')
    .trim()
  return cut(visible).trim()
}

/** Cuts between characters as they are seen: half of an emoji would be another one. */
function cut(name: string): string {
  let [kept, length] = ['', 0]
  for (const { segment } of graphemes.segment(name)) {
    length += Array.from(segment).length
    if (length > NAME_MAX) break
    kept += segment
  }
  return kept
}
