/** The languages of packs, in the order shown to players. */
export const LANGUAGES = ['en', 'ru', 'zh', 'tr', 'pt', 'ja'] as const

export type Language = (typeof LANGUAGES)[number]

/** One text in every language; missing ones are filled with English, then Russian. */
export type Localized = Readonly<Record<Language, string>>

/** Fills missing translations with English, then Russian (document 1 §9). */
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
