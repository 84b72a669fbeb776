import confusables from 'unhomoglyph/data.json' with { type: 'json' }
import { withoutInvisible } from '../../text/invisible.ts'

/** Unicode's table of characters that look alike, by character; what several look like is their prototype. */
const PROTOTYPES: Readonly<Record<string, string>> = confusables

/**
 * Letters that the table keeps apart from Latin ones, because they differ in careful print: Cyrillic and Greek letters,
 * small capitals, and letters turned around.
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

/** Letters in dark circles, in dark squares, and those that flags are made of: the compatibility forms leave them out. */
const LETTER_BLOCKS = [0x1_f1_50, 0x1_f1_70, 0x1_f1_e6]
const ALPHABET_LENGTH = 26
const FIRST_LETTER = 0x61

/** Digits and signs that stand for letters inside of a word, and the letter that a capital I passes for. */
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

/** Of these scripts alone: a Japanese syllable is another one without its mark. */
const ACCENTED = /([\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}])\p{Mn}+/gu
/** Strokes through a letter: they disguise it and belong to no word of ours. */
const STROKES = /[\u0334-\u0338]/gu

/**
 * A text as the eye takes it: compatibility forms unified (NFKC), lower case, without invisible signs, and letters that
 * look like Latin ones as those, by the confusables of Unicode (rules §12). Accents are dropped unless they are kept.
 */
export function skeletonOf(text: string, accents: 'dropped' | 'kept' = 'dropped'): string {
  const plain = withoutInvisible(text.normalize('NFKC')).toLowerCase().normalize('NFD')
  const latin = Array.from(plain, toLatin).join('').toLowerCase().normalize('NFD').replaceAll(STROKES, '')
  return (accents === 'kept' ? latin : latin.replaceAll(ACCENTED, '$1')).normalize('NFC')
}

/** Whether a text has accents, which its skeleton drops. */
export function hasAccents(text: string): boolean {
  return skeletonOf(text) !== skeletonOf(text, 'kept')
}

function toLatin(letter: string): string {
  // Digits and signs are letters only inside of words: see `wordSkeletonOf`.
  if (letter < '\u0080') return letter
  const code = letter.codePointAt(0) ?? 0
  const block = LETTER_BLOCKS.find((start) => code >= start && code < start + ALPHABET_LENGTH)
  if (block !== undefined) return String.fromCodePoint(FIRST_LETTER + code - block)
  const prototype = DRAWN_AS[letter] ?? PROTOTYPES[letter] ?? letter
  return DRAWN_AS[prototype] ?? prototype
}

/** A word of a skeleton with signs read as letters where it has letters, and each run of one letter as one. */
export function wordSkeletonOf(word: string): string {
  const letters = /\p{L}/u.test(word) ? Array.from(word, (sign) => LETTER_SIGNS[sign] ?? sign).join('') : word
  return letters.replaceAll(/(.)\1+/gu, '$1')
}
