/** The languages a pack may speak; the order is the order in which they are listed to players. */
export const LANGUAGES = ['en', 'ru', 'zh', 'tr', 'pt', 'ja'] as const

export type Language = (typeof LANGUAGES)[number]

/** One text in every language. A language the pack lacks already holds its fallback: English, then Russian. */
export type Localized = Readonly<Record<Language, string>>

/** Fills the gaps of a partly translated text the way specification 1, section 9 asks for: English, then Russian. */
export function fillTranslations(partial: Partial<Record<Language, string | undefined>>): Localized {
  const fallback = partial.en ?? partial.ru ?? ''
  return {
    en: partial.en ?? fallback,
    ru: partial.ru ?? fallback,
    zh: partial.zh ?? fallback,
    tr: partial.tr ?? fallback,
    pt: partial.pt ?? fallback,
    ja: partial.ja ?? fallback,
  }
}
