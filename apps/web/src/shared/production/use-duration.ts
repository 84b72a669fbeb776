import { splitDuration } from '@clutch/contract/formats'
import { useTranslation } from 'react-i18next'
import { numberFormat } from '../format/intl-formats.ts'
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

/** Where narrow units are Latin letters (Japanese) or one letter for two things (Turkish), the short ones stand. */
const WITH_SHORT_UNITS: ReadonlySet<string> = new Set(['ja', 'tr'])

function formatUnit(language: string, unit: string, value: number): string {
  const unitDisplay = WITH_SHORT_UNITS.has(language) ? 'short' : 'narrow'
  return numberFormat(language, { style: 'unit', unit, unitDisplay }).format(value)
}
