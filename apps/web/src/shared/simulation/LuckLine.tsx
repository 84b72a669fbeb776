import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { callApi } from '../api/api.ts'
import { useFormat } from '../format/use-format.ts'
import { useErrorText } from '../i18n/use-error-text.ts'
import type { EndedWork } from './LuckButton.tsx'
import styles from './LuckLine.module.css'

const BASIS_POINTS_PER_PERCENT = 100

/** "Luckier than 83 %", what it is based on, and its error. */
export function LuckLine({ kind, id }: EndedWork) {
  const { t } = useTranslation('simulation')
  const format = useFormat()
  const errorText = useErrorText()
  const { data, error } = useQuery({
    queryKey: ['luck', kind, id],
    queryFn: ({ signal }) => callApi('POST /sim/luck', { kind, id }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const percent = (value: number): string => format.percent(Math.round(value * BASIS_POINTS_PER_PERCENT))
  if (error !== null) return <p role="alert">{errorText(error)}</p>
  if (data === undefined) return <output className={styles['luck']}>{t('luck.asking')}</output>
  const { coins, expected_coins, luckier_than_percent, error_percent, runs } = data
  const figures = { got: format.signed(Math.round(coins)), average: format.signed(Math.round(expected_coins)) }
  return (
    <output className={styles['luck']}>
      <strong>{runs === 0 ? t('luck.same_worth') : t('luck.luckier', { share: percent(luckier_than_percent) })}</strong>
      <small>
        {t('luck.worth', figures)}{' '}
        {runs > 0 && t('luck.explain', { runs: format.exact(runs), error: percent(error_percent) })}
      </small>
    </output>
  )
}
