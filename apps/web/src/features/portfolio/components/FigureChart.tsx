import { SECOND_MS } from '@clutch/contract/formats'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { TrendChart, type Trend } from '#shared/chart/TrendChart.tsx'
import type { Figure, Point } from '../model/period.ts'

interface FigureChartProps {
  readonly points: readonly Point[]
  readonly figure: Figure
}

/** The line of one figure over the days; the same numbers can be read in the table. */
export function FigureChart({ points, figure }: FigureChartProps) {
  const { t } = useTranslation('portfolio')
  const days = useMemo(() => points.map(({ startSec }) => new Date(startSec * SECOND_MS).toISOString()), [points])
  const trends = useMemo(
    (): Trend[] => [
      { label: t(`figures.${figure}`), look: 'accent', values: points.map(({ figures }) => figures[figure]) },
    ],
    [points, figure, t],
  )
  return (
    <div>
      <TrendChart
        label={t('summary', { figure: t(`figures.${figure}`) })}
        days={days}
        trends={trends}
        today={t('table.today')}
      />
    </div>
  )
}
