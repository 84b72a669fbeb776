import { HOUR_SEC, SECOND_MS, splitDuration } from '@clutch/contract/formats'
import { energisedTimeMs } from '@clutch/economy'
import { useTranslation } from 'react-i18next'
import { numberFormat } from '../format/intl-formats.ts'
import { useLanguage } from '../i18n/use-language.ts'
import { useIsEnergised } from './energy.ts'

/** Durations in the page's language: the two largest units; 0 is a moment (document 2 §9). */
export function useDuration(): (durationSec: number) => string {
  const { t } = useTranslation('production')
  const language = useLanguage()
  return (durationSec) => {
    const parts = splitDuration(durationSec)
    if (parts.length === 0) return t('duration.moment')
    return parts.map(({ unit, value }) => formatUnit(language, unit, value)).join(' ')
  }
}

/** Durations given in hours, as those of harvests are. */
export function useHours(): (hours: number) => string {
  const duration = useDuration()
  return (hours) => duration(Math.max(1, Math.round(hours * HOUR_SEC)))
}

/** Durations of jobs started now: energised players take 25 % less time (rules §8). */
export function useWorkDuration(): (durationSec: number) => string {
  const duration = useDuration()
  const isEnergised = useIsEnergised()
  return (durationSec) => duration(energisedTimeMs(durationSec * SECOND_MS, isEnergised) / SECOND_MS)
}

/** Languages whose narrow units are Latin letters (Japanese) or ambiguous (Turkish) use short ones. */
const WITH_SHORT_UNITS: ReadonlySet<string> = new Set(['ja', 'tr'])

function formatUnit(language: string, unit: string, value: number): string {
  const unitDisplay = WITH_SHORT_UNITS.has(language) ? 'short' : 'narrow'
  return numberFormat(language, { style: 'unit', unit, unitDisplay }).format(value)
}
