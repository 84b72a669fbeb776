import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@clutch/contract/constants'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { AREAS } from './areas.ts'
import { loadChunk } from '../loading/load-chunk.ts'
import { localStore } from '../storage/browser-storage.ts'

const LANGUAGE_KEY = 'app-language'

/** Native names of the languages: the same in every translation, hence not a locale text. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  ru: 'Русский',
  zh: '中文',
  tr: 'Türkçe',
  pt: 'Português',
  ja: '日本語',
}

const loaders = import.meta.glob<{ readonly default: Record<string, unknown> }>('../../locales/*/*.json')

/** One file per language and area, loaded on demand. */
const lazyFiles = {
  type: 'backend',
  init: () => undefined,
  async read(language: string, area: string) {
    const { default: texts } = await fetchTexts(language, area)
    return texts
  },
} as const

/** Loads an area's texts, once. */
export async function fetchTexts(
  language: string,
  area: string,
): Promise<{ readonly default: Record<string, unknown> }> {
  const load = loaders[`../../locales/${language}/${area}.json`]
  if (load === undefined) throw new Error(`No locale file ${language}/${area}`)
  return loadChunk(load)
}

/** The saved language, or English (document 1 §9). */
export function savedLanguage(): Language {
  return supportedLanguage(localStore.getItem(LANGUAGE_KEY))
}

export function supportedLanguage(choice: string | null): Language {
  return LANGUAGES.find((language) => language === choice) ?? DEFAULT_LANGUAGE
}

export async function changeLanguage(choice: Language): Promise<void> {
  localStore.setItem(LANGUAGE_KEY, choice)
  await i18next.changeLanguage(choice)
}

const FALLBACKS: readonly Language[] = ['en', 'ru']

/** Loads the fallback languages. Every language is complete, as a test checks, so they are not loaded up front. */
function readFallbacks(): void {
  if (i18next.options.fallbackLng !== false) return
  i18next.options.fallbackLng = [...FALLBACKS]
  // Texts that arrive late are announced as a language change.
  void i18next.loadLanguages([...FALLBACKS], () => i18next.emit('languageChanged', i18next.language))
}

/** Starts the translations; a missing one falls back to English, then Russian, then its key (document 1 §9). */
export function startI18n(firstAreas: readonly (typeof AREAS)[number][]): void {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language
  })
  void i18next
    .use(lazyFiles)
    .use(initReactI18next)
    .init({
      lng: savedLanguage(),
      supportedLngs: LANGUAGES,
      fallbackLng: false,
      saveMissing: true,
      missingKeyHandler: readFallbacks,
      ns: ['shell', 'errors', ...firstAreas],
      defaultNS: 'shell',
      // React escapes already.
      interpolation: { escapeValue: false },
    })
}
