import { LANGUAGES, type Language } from './constants.ts'

/** A text of an operator's entry, in the languages that have one. */
export type GivenTexts = Readonly<Partial<Record<Language, string | undefined>>>

/** What a reader of a language sees: its own text, else English, else Russian (document 1 §9). */
export function newsTextIn(given: GivenTexts, language: Language): string {
  return given[language] ?? given.en ?? given.ru ?? ''
}

/** Languages in which at least one of the texts has nothing of its own. */
export function languagesMissing(texts: readonly GivenTexts[]): Language[] {
  return LANGUAGES.filter((language) => texts.some((text) => text[language] === undefined))
}
