import { LANGUAGES, type Language } from './constants.ts'

/** A text of an operator's entry in the available languages. */
export type GivenTexts = Readonly<Partial<Record<Language, string | undefined>>>

/** The text shown in a language: its own, else English, else Russian (document 1 §9). */
export function newsTextIn(given: GivenTexts, language: Language): string {
  return given[language] ?? given.en ?? given.ru ?? ''
}

/** Languages that lack at least one of the texts. */
export function languagesMissing(texts: readonly GivenTexts[]): Language[] {
  return LANGUAGES.filter((language) => texts.some((text) => text[language] === undefined))
}
