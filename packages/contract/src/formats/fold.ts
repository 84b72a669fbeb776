/** Combining marks of these scripts only, since a Japanese syllable changes without its mark. */
const MARKED = /([\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}])\p{Mn}+/gu
/** Zero-width characters, direction marks and variation selectors. */
const INVISIBLE = /[\p{Cf}\p{Variation_Selector}\u034F]/gu
/** Letters that people replace by others because their keyboard lacks them. */
const TYPED_AS: Readonly<Record<string, string>> = { ı: 'i', ł: 'l', ø: 'o', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe', ς: 'σ' }
const TYPED_OTHERWISE = new RegExp(`[${Object.keys(TYPED_AS).join('')}]`, 'gu')
const KATAKANA = /[\u30A1-\u30F6\u30FD\u30FE]/gu
const KATAKANA_TO_HIRAGANA = 0x60

/**
 * Normalizes a text for searching, so that texts people consider equal become equal. Case, width (`Ａ`), accents
 * (`Minério`, `ё`), the kind of kana, composed and decomposed forms, the Turkish letters i, invisible characters and
 * the kind of space are ignored. Folding preserves containment, so folded texts can be searched.
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
