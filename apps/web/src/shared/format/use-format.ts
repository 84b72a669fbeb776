import { useTranslation } from 'react-i18next'
import { createFormats, type Formats } from './formats.ts'

const formatsByLanguage = new Map<string, Formats>()

/** Formatters of the page's language. */
export function useFormat(): Formats {
  const { i18n } = useTranslation()
  return formatsOf(i18n.resolvedLanguage ?? i18n.language)
}

function formatsOf(language: string): Formats {
  const formats = formatsByLanguage.get(language) ?? createFormats(language)
  formatsByLanguage.set(language, formats)
  return formats
}
