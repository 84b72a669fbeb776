import { HOUR_SEC, splitDuration } from '@clutch/contract/formats'
import { numberFormat } from '#shared/format/intl-formats.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'

/** A duration given in hours as people say it: "30 min", "1 hr 30 min". */
export function useHours(): (hours: number) => string {
  const language = useLanguage()
  return (hours) =>
    splitDuration(Math.max(1, Math.round(hours * HOUR_SEC)))
      .map(({ unit, value }) => numberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(value))
      .join(' ')
}
