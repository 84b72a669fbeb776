/** Scripts that need joiners between letters: without them words read otherwise. */
const JOINED = String.raw`[\p{scx=Arab}\p{scx=Syrc}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}]`
/** Characters that Unicode lets no font draw, those without a meaning of their own, and letters and notes that are blank. */
const UNSEEN = String.raw`[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\u2800\u{1D159}]`
/** Emoji keep their joiners and selectors as long as they are sequences that fonts know. */
const KEPT = String.raw`\p{RGI_Emoji}|(?<=${JOINED})[\u200C\u200D](?=${JOINED})|\n`
const PATTERN = new RegExp(`(${KEPT})|${UNSEEN}`, 'gv')

/**
 * Drops characters that cannot be seen: control and format characters, direction marks, selectors, joiners and blank
 * letters, except where emoji and the scripts that join letters need them. Line breaks stay.
 */
export function withoutInvisible(text: string): string {
  return text.replaceAll(PATTERN, (_, kept: string | undefined) => kept ?? '')
}

/** Whether a text shows anything: not if it is made of spaces, invisible characters and marks alone. */
export function isVisible(text: string): boolean {
  return /[^\s\p{M}]/u.test(withoutInvisible(text))
}
