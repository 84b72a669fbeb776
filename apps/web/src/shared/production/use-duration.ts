import { splitDuration } from '@clutch/contract/formats'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../i18n/use-language.ts'

/** Durations in the chosen language: their two largest units; nothing at all is a moment (document 2 §9). */
export function useDuration(): (durationSec: number) => string {
  const { t } = useTranslation('production')
  const language = useLanguage()
  return (durationSec) => {
    const parts = splitDuration(durationSec)
    if (parts.length === 0) return t('duration.moment')
    return parts.map(({ unit, value }) => formatUnit(language, unit, value)).join(' ')
  }
}

function formatUnit(language: string, unit: string, value: number): string {
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'narrow' }).format(value)
}
