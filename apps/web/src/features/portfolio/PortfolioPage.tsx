import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { ErrorState } from '#shared/ui/States.tsx'
import pages from '#shared/ui/TablePage.module.css'
import { useTitle } from '#shared/ui/use-title.ts'
import { toServerMs } from '#shared/timing/server-clock.ts'
import { usePortfolio } from '#shared/account/portfolio.ts'
import { FigureCards } from './components/FigureCards.tsx'
import { HoldingsTable } from './components/HoldingsTable.tsx'
import { WorthPanel } from './components/WorthPanel.tsx'
import { DEFAULT_PERIOD, PERIODS, pointsOf, readPeriod, type Figure, type Period } from './model/period.ts'
import styles from './PortfolioPage.module.css'

/** What the player is worth over time: figures of a period, a chart and a table of its days, and what is held. */
export function PortfolioPage() {
  const { t } = useTranslation('portfolio')
  useTitle(t('title'))
  const navigate = useNavigate()
  const period = readPeriod(useSearch({ strict: false }))
  const choose = (chosen: Period) =>
    void navigate({ to: '.', search: chosen === DEFAULT_PERIOD ? {} : { period: String(chosen) } })
  const [figure, setFigure] = useState<Figure>('net_worth')
  const { data, error, dataUpdatedAt, refetch } = usePortfolio()
  return (
    <div className={pages['page']}>
      <div className={styles['head']}>
        <h2 className={pages['title']}>{t('title')}</h2>
        <fieldset className={styles['periods']} aria-label={t('period.label')}>
          {PERIODS.map((choice) => (
            <button
              key={choice}
              type="button"
              aria-pressed={choice === period}
              className={styles['period']}
              onClick={() => choose(choice)}
            >
              {t(`period.d${choice}`)}
            </button>
          ))}
        </fieldset>
      </div>
      {data === undefined ? (
        error === null ? (
          <Skeleton shape="figures" />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <Filled
          points={pointsOf(data, period, toServerMs(dataUpdatedAt))}
          holdings={data.holdings}
          figure={figure}
          onFigure={setFigure}
        />
      )}
    </div>
  )
}

interface FilledProps {
  readonly points: ReturnType<typeof pointsOf>
  readonly holdings: Parameters<typeof HoldingsTable>[0]['holdings']
  readonly figure: Figure
  readonly onFigure: (figure: Figure) => void
}

function Filled({ points, holdings, figure, onFigure }: FilledProps) {
  const { t } = useTranslation('portfolio')
  return (
    <>
      <FigureCards points={points} figure={figure} onFigure={onFigure} />
      <p className={styles['note']}>{t('note')}</p>
      <WorthPanel points={points} figure={figure} />
      <h3 className={styles['subtitle']}>{t('holdings.title')}</h3>
      <HoldingsTable holdings={holdings} />
    </>
  )
}
