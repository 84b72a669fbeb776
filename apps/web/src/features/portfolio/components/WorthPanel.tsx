import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlotFallback } from '#shared/chart/ChartFrame.tsx'
import { lazyChunk } from '#shared/loading/lazy-chunk.tsx'
import type { Figure, Point } from '../model/period.ts'
import { DaysTable } from './DaysTable.tsx'
import styles from './WorthPanel.module.css'

const FigureChart = lazyChunk(async () => (await import('./FigureChart.tsx')).FigureChart)

interface WorthPanelProps {
  readonly points: readonly Point[]
  readonly figure: Figure
}

/** The days of the period, as a line of one figure or as a table of all. */
export function WorthPanel({ points, figure }: WorthPanelProps) {
  const { t } = useTranslation(['portfolio', 'chart'])
  const [view, setView] = useState<'chart' | 'table'>('chart')
  return (
    <section className={styles['panel']} aria-label={t('summary', { figure: t(`figures.${figure}`) })}>
      <div className={styles['head']}>
        <h3 className={styles['title']}>{t('summary', { figure: t(`figures.${figure}`) })}</h3>
        <fieldset className={styles['views']} aria-label={t('view')}>
          {(['chart', 'table'] as const).map((choice) => (
            <button
              key={choice}
              type="button"
              className={styles['view']}
              aria-pressed={choice === view}
              onClick={() => setView(choice)}
            >
              {t(choice === 'chart' ? 'chart:as_chart' : 'chart:as_table')}
            </button>
          ))}
        </fieldset>
      </div>
      {view === 'table' ? (
        <DaysTable points={points} />
      ) : points.length < 2 ? (
        <p className={styles['empty']}>{t('one_day')}</p>
      ) : (
        <div className={styles['plot']}>
          <Suspense fallback={<PlotFallback />}>
            <FigureChart points={points} figure={figure} />
          </Suspense>
        </div>
      )}
    </section>
  )
}
