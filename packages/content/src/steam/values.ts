import { type Language, LANGUAGES } from '../languages.ts'

/** One definition as the store platform writes it: values vary in type, so everything is read through this module. */
export type Definition = Readonly<Record<string, unknown>>

/** The platform's names of our languages; where it has two for one, the first that is filled wins. */
export const STEAM_LANGUAGES: Readonly<Record<Language, readonly string[]>> = {
  en: ['english'],
  ru: ['russian'],
  zh: ['schinese', 'tchinese'],
  tr: ['turkish'],
  pt: ['portuguese', 'brazilian'],
  ja: ['japanese'],
}

export function isDefinition(value: unknown): value is Definition {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads a number or a string of digits. */
export function readInteger(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\s*\d{1,16}\s*$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined
}

/** Reads `false`, `"false"`, `0`, `"0"` and an empty text as false, their opposites as true; anything else is unreadable. */
export function readBoolean(value: unknown): boolean | undefined {
  const word = String(value).trim().toLowerCase()
  if (word === 'true' || word === '1') return true
  if (word === 'false' || word === '0' || word === '') return false
  return undefined
}

/** Reads a text; numbers are written out, and an empty text counts as none. */
export function readText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** Gathers `name_english`, `name_russian`, …; a bare `name` stands in for English. */
export function readLocalized(definition: Definition, property: string): Partial<Record<Language, string>> {
  const texts: Partial<Record<Language, string>> = {}
  for (const language of LANGUAGES) {
    const filled = STEAM_LANGUAGES[language]
      .map((name) => readText(definition[`${property}_${name}`]))
      .find((text) => text !== undefined)
    if (filled !== undefined) texts[language] = filled
  }
  const bare = readText(definition[property])
  if (texts.en === undefined && bare !== undefined) texts.en = bare
  return texts
}
