import { perLanguage, type Language } from '@clutch/contract/constants'

/** One text in every language; missing ones are filled with English, then Russian. */
export type Localized = Readonly<Record<Language, string>>

/** Fills missing translations with English, then Russian (document 1 §9). */
export function fillTranslations(partial: Partial<Record<Language, string | undefined>>): Localized {
  const fallback = partial.en ?? partial.ru ?? ''
  return perLanguage((language) => partial[language] ?? fallback)
}
