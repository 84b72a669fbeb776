import { withoutInvisible } from '../../text/invisible.ts'

/** Maximum characters of a name; the platform's limit is 32. */
const NAME_MAX = 32
/** Combining marks without a base letter are drawn over the preceding character. */
const BARE_MARKS = /(?<![\p{L}\p{N}\p{M}\p{Emoji}])\p{M}+/gu
/** Stacked marks cover neighbouring lines; two per letter suffice for every supported language. */
const PILED_MARKS = /(\p{M}{2})\p{M}+/gu

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * Sanitizes a name received from the platform. Invisible characters make two names look alike, direction overrides
 * reverse the surrounding text, a NUL fails a whole batch in PostgreSQL, and long names break lists.
 * @returns the empty string when nothing remains
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

/** Cuts at grapheme boundaries: half of an emoji is a different emoji. */
function cut(name: string): string {
  let [kept, length] = ['', 0]
  for (const { segment } of graphemes.segment(name)) {
    length += Array.from(segment).length
    if (length > NAME_MAX) break
    kept += segment
  }
  return kept
}
