/** Cyrillic letters that look like Latin ones, and Latin ones with a twin: both sides of a comparison become the same. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  ԁ: 'd',
  е: 'e',
  һ: 'h',
  н: 'h',
  і: 'i',
  ı: 'i',
  ј: 'j',
  к: 'k',
  м: 'm',
  о: 'o',
  р: 'p',
  ѕ: 's',
  с: 'c',
  т: 't',
  у: 'y',
  х: 'x',
}

/** Digits and signs that stand for letters inside of a word. */
const LETTER_SIGNS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** Of these scripts alone: a Japanese syllable is another one without its mark. */
const ACCENTED = /([\p{Script=Latin}\p{Script=Cyrillic}])\p{Mn}+/gu

/**
 * A text as the eye takes it: compatibility forms unified (NFKC), lower case, without accents and invisible signs,
 * Cyrillic look-alikes as their Latin twins (rules §12).
 */
export function skeletonOf(text: string): string {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(ACCENTED, '$1')
    .normalize('NFC')
  return Array.from(plain, (letter) => LOOK_ALIKES[letter] ?? letter).join('')
}

/** A word of a skeleton with signs read as letters where it has letters, and each run of one letter as one. */
export function wordSkeletonOf(word: string): string {
  const letters = /\p{L}/u.test(word) ? Array.from(word, (sign) => LETTER_SIGNS[sign] ?? sign).join('') : word
  return letters.replaceAll(/(.)\1+/gu, '$1')
}
