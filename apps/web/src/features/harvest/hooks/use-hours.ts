import { useLanguage } from '#shared/i18n/use-language.ts'

/** A duration in hours, in the chosen language. */
export function useHours(): (hours: number) => string {
  const language = useLanguage()
  return (hours) =>
    new Intl.NumberFormat(language, {
      style: 'unit',
      unit: 'hour',
      unitDisplay: 'short',
      maximumFractionDigits: hours < 1 ? 3 : 1,
    }).format(hours)
}
