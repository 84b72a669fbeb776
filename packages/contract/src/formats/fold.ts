/** Marks above and below letters of these scripts alone: a Japanese syllable is another one without its mark. */
const MARKED = /([\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}])\p{Mn}+/gu
/** Zero-width characters, direction marks and variation selectors. */
const INVISIBLE = /[\p{Cf}\p{Variation_Selector}\u034F]/gu
/** Letters of their own that people type as others, because their keyboard lacks them. */
const TYPED_AS: Readonly<Record<string, string>> = { ı: 'i', ł: 'l', ø: 'o', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe', ς: 'σ' }
const TYPED_OTHERWISE = new RegExp(`[${Object.keys(TYPED_AS).join('')}]`, 'gu')
const KATAKANA = /[\u30A1-\u30F6\u30FD\u30FE]/gu
const KATAKANA_TO_HIRAGANA = 0x60

/**
 * A text as searches compare it: two texts that a person takes for the same fold to the same. Case, width (`Ａ`),
 * accents (`Minério`, `ё`), the kind of kana, composed and decomposed forms, the Turkish letters i, invisible characters
 * and the kind of space do not matter. A folded text contains a folded query where the text contains the query.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(INVISIBLE, '')
    .replaceAll(MARKED, '$1')
    .normalize('NFC')
    .replaceAll(TYPED_OTHERWISE, (letter) => TYPED_AS[letter] ?? letter)
    .replaceAll(KATAKANA, (kana) => String.fromCodePoint((kana.codePointAt(0) ?? 0) - KATAKANA_TO_HIRAGANA))
    .replaceAll(/[^\S\n]+/gu, ' ')
}
