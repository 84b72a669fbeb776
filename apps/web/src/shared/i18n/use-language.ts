import type { Language } from '@clutch/contract/constants'
import { useTranslation } from 'react-i18next'
import { supportedLanguage } from './i18n.ts'

export function useLanguage(): Language {
  const { i18n } = useTranslation()
  return supportedLanguage(i18n.resolvedLanguage ?? i18n.language)
}
