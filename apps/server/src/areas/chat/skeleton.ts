import confusables from 'unhomoglyph/data.json' with { type: 'json' }
import { withoutInvisible } from '../../text/invisible.ts'

/** Unicode's confusables: the prototype of each character that looks like others. */
const PROTOTYPES: Readonly<Record<string, string>> = confusables

/**
 * Further letters that look like Latin ones in small print, which the table does not map: Cyrillic and Greek letters, small
 * capitals, and turned letters.
 */
const DRAWN_AS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    a: 'ᴀɐα',
    b: 'вʙβ',
    d: 'ᴅ',
    e: 'ᴇǝεєɛ€',
    f: 'ꜰ',
    g: 'ɢ',
    h: 'нһʜ',
    i: 'ıɪ',
    j: 'ᴊ',
    k: 'кκᴋĸ',
    l: 'ʟ',
    m: 'мᴍʍ',
    n: 'ɴη',
    o: 'σ',
    p: 'ᴘ',
    q: 'ԛ',
    r: 'ʀг',
    t: 'тτᴛ',
    u: 'ᴜ',
    x: 'χ',
    z: 'ᴢ',
  }).flatMap(([latin, letters]) => Array.from(letters, (letter) => [letter, latin])),
)

/** Negative circled and squared letters and regional indicators, which NFKC does not map. */
const LETTER_BLOCKS = [0x1_f1_50, 0x1_f1_70, 0x1_f1_e6]
const ALPHABET_LENGTH = 26
const FIRST_LETTER = 0x61

/** Digits and symbols used as letters within words, and l for capital I. */
const LETTER_SIGNS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '2': 'z',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'g',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'i',
  l: 'i',
}

/** Scripts whose accents are dropped. Japanese is not among them: its marks distinguish syllables. */
const ACCENTED = /([\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}])\p{Mn}+/gu
/** Combining strokes, used only as a disguise. */
const STROKES = /[\u0334-\u0338]/gu

/**
 * The visual skeleton of a text: compatibility forms unified (NFKC), lower case, without invisible characters, letters that
 * look like Latin ones replaced by Unicode's confusables (rules §12). Accents are dropped unless requested.
 */
export function skeletonOf(text: string, accents: 'dropped' | 'kept' = 'dropped'): string {
  const plain = withoutInvisible(text.normalize('NFKC')).toLowerCase().normalize('NFD')
  const latin = Array.from(plain, toLatin).join('').toLowerCase().normalize('NFD').replaceAll(STROKES, '')
  return (accents === 'kept' ? latin : latin.replaceAll(ACCENTED, '$1')).normalize('NFC')
}

/** Whether a text has accents that its skeleton drops. */
export function hasAccents(text: string): boolean {
  return skeletonOf(text) !== skeletonOf(text, 'kept')
}

function toLatin(letter: string): string {
  // Digits and symbols count as letters only within words: see `wordSkeletonOf`.
  if (letter < '\u0080') return letter
  const code = letter.codePointAt(0) ?? 0
  const block = LETTER_BLOCKS.find((start) => code >= start && code < start + ALPHABET_LENGTH)
  if (block !== undefined) return String.fromCodePoint(FIRST_LETTER + code - block)
  const prototype = DRAWN_AS[letter] ?? PROTOTYPES[letter] ?? letter
  return DRAWN_AS[prototype] ?? prototype
}

/** A word of a skeleton with symbols as letters (if it has letters) and repeated letters collapsed. */
export function wordSkeletonOf(word: string): string {
  const letters = /\p{L}/u.test(word) ? Array.from(word, (sign) => LETTER_SIGNS[sign] ?? sign).join('') : word
  return letters.replaceAll(/(.)\1+/gu, '$1')
}
