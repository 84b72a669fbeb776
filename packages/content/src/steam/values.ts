import { type Language, LANGUAGES } from '@clutch/contract/constants'

/** One definition as the store platform writes it. Values vary in type, so they are read through this module. */
export type Definition = Readonly<Record<string, unknown>>

/** The platform's names of the supported languages; of two names the first with a text is used. */
const STEAM_LANGUAGES: Readonly<Record<Language, readonly string[]>> = {
  en: ['english'],
  ru: ['russian'],
  zh: ['schinese', 'tchinese'],
  tr: ['turkish'],
  pt: ['portuguese', 'brazilian'],
  ja: ['japanese'],
}
const USED_LANGUAGES: ReadonlySet<string> = new Set(Object.values(STEAM_LANGUAGES).flat())

/** The platform's name of a language of packs; the code itself if it is none. */
export function platformLanguage(code: string): string {
  const language = LANGUAGES.find((each) => each === code)
  return (language === undefined ? undefined : STEAM_LANGUAGES[language][0]) ?? code
}

export function isDefinition(value: unknown): value is Definition {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads a number or a string of digits. */
export function readInteger(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\s*\d{1,16}\s*$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined
}

const TRUE_WORDS: ReadonlySet<string> = new Set(['true', 'yes', 'y', 'on', '1'])
const FALSE_WORDS: ReadonlySet<string> = new Set(['false', 'no', 'n', 'off', '0', ''])

/** Reads truth values, `"true"`, `"yes"`, `1`, `"on"` and their opposites; an empty text is false. */
export function readBoolean(value: unknown): boolean | undefined {
  const word = String(value).trim().toLowerCase()
  if (TRUE_WORDS.has(word)) return true
  return FALSE_WORDS.has(word) ? false : undefined
}

/** Reads a text; numbers are written out, and an empty text counts as none. */
export function readText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** Reads a text that may also be a list of its parts, such as `exchange` and `bundle`. */
export function readParts(value: unknown): string | undefined {
  return readText(Array.isArray(value) ? value.map((part) => readText(part) ?? '').join(';') : value)
}

export interface LocalizedTexts {
  readonly texts: Partial<Record<Language, string>>
  /** The platform's name of the language used in place of English and Russian. */
  readonly standIn: string | undefined
}

/**
 * Reads `name_english`, `name_russian`, …; a bare `name` counts as English. Without English and Russian, the first
 * other language with a text is used as English, because a pack needs one of the two.
 */
export function readLocalized(definition: Definition, property: string): LocalizedTexts {
  const texts: Partial<Record<Language, string>> = {}
  for (const language of LANGUAGES) {
    const filled = STEAM_LANGUAGES[language]
      .map((name) => readText(definition[`${property}_${name}`]))
      .find((text) => text !== undefined)
    if (filled !== undefined) texts[language] = filled
  }
  const bare = readText(definition[property])
  if (texts.en === undefined && bare !== undefined) texts.en = bare
  if (texts.en !== undefined || texts.ru !== undefined) return { texts, standIn: undefined }
  for (const key of Object.keys(definition)) {
    const standIn = languageOf(key, property)
    const text = standIn === undefined ? undefined : readText(definition[key])
    if (text !== undefined) return { texts: { ...texts, en: text }, standIn }
  }
  return { texts, standIn: undefined }
}

/** The language of a key such as `name_german` if packs do not support it. */
export function foreignLanguageOf(key: string): string | undefined {
  const language = languageOf(key, 'name') ?? languageOf(key, 'description')
  return language === undefined || USED_LANGUAGES.has(language) ? undefined : language
}

/** Whether a property is a text in a supported language. */
export function isUsedText(key: string): boolean {
  const language = languageOf(key, 'name') ?? languageOf(key, 'description')
  return language !== undefined && USED_LANGUAGES.has(language)
}

function languageOf(key: string, property: string): string | undefined {
  const prefix = `${property}_`
  const language = key.startsWith(prefix) ? key.slice(prefix.length) : ''
  return /^[a-z]+$/.test(language) && language !== 'color' ? language : undefined
}
