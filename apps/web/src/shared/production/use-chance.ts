import { useTranslation } from 'react-i18next'
import { useFormat } from '../format/use-format.ts'

const BASIS_POINTS = 10_000

/**
 * Formats a chance given as a weight out of a total; one too small for two decimals is shown as a bound instead of 0.
 */
export function useChance(): (weight: number, total: number) => string {
  const { t } = useTranslation('production')
  const format = useFormat()
  return (weight, total) => {
    const basisPoints = (weight * BASIS_POINTS) / total
    return basisPoints < 1 ? t('odds.tiny', { chance: format.percent(1) }) : format.percent(basisPoints)
  }
}
