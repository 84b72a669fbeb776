import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { PlotFallback } from '#shared/chart/ChartFrame.tsx'
import { useLanguage } from '#shared/i18n/use-language.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { lazyChunk } from '#shared/loading/lazy-chunk.tsx'
import { Button } from '#shared/ui/Button.tsx'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#shared/ui/States.tsx'
import pages from '#shared/ui/TablePage.module.css'
import { useTitle } from '#shared/ui/use-title.ts'
import { useDownload } from '#shared/api/use-download.ts'
import { DayDetails } from './DayDetails.tsx'
import { DaysTable } from './DaysTable.tsx'
import { PERIODS, periodOf, useEconomyReport, type Period, type ReportTable } from './economy-report.ts'
import { FigureCards } from './FigureCards.tsx'
import styles from './Report.module.css'

const Charts = lazyChunk(async () => (await import('./Charts.tsx')).Charts)

const DEFAULT_PERIOD: Period = 30
const TABLES: readonly ReportTable[] = ['days', 'flows', 'trades']

/** The economy report: a period's figures, charts, days with their findings, and raw data (rules §16). */
export function ReportPage({ path }: { readonly path: string }) {
  const { t } = useTranslation(['report', 'admin'])
  const format = useFormat()
  useTitle(t('title'))
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as { days?: string; day?: string }
  const period = PERIODS.find((each) => String(each) === search.days) ?? DEFAULT_PERIOD
  const { data, error, isFetching, refetch } = useEconomyReport(period)
  const show = (search: { days: string; day?: string }) => void navigate({ to: '.', search, resetScroll: false })
  return (
    <div className={pages['page']}>
      <div className={styles['head']}>
        <h2 className={pages['title']}>{t('title')}</h2>
        <fieldset className={styles['track']} aria-label={t('period')}>
          {PERIODS.map((each) => (
            <button
              key={each}
              type="button"
              className={styles['segment']}
              aria-pressed={each === period}
              onClick={() => show({ days: String(each) })}
            >
              {t('admin:file.days', { count: each })}
            </button>
          ))}
        </fieldset>
        <Button isPending={isFetching} onClick={() => void refetch()}>
          {t('refresh')}
        </Button>
      </div>
      {data === undefined ? (
        error === null ? (
          <Skeleton shape="figures" />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : data.days.length === 0 ? (
        <EmptyState>{t('table.none')}</EmptyState>
      ) : (
        <>
          <p className={styles['fine']}>{t('as_of', { time: format.dateTime(data.as_of) })}</p>
          <FigureCards days={data.days} />
          <Suspense fallback={<PlotFallback />}>
            <Charts days={data.days} />
          </Suspense>
          {search.day !== undefined && <DayDetails key={search.day} timeSlot={search.day} path={path} />}
          <DaysTable days={data.days} onOpen={(day) => show({ days: String(period), day })} />
          <Downloads period={period} />
        </>
      )}
    </div>
  )
}

/** Downloads of the raw figures. */
function Downloads({ period }: { readonly period: Period }) {
  const { t } = useTranslation('report')
  const { isPending, save } = useDownload()
  const lang = useLanguage()
  return (
    <div className={styles['head']}>
      {TABLES.map((table) => (
        <Button
          key={table}
          isPending={isPending}
          onClick={() =>
            save({
              name: 'POST /admin/economy-report/export',
              body: { ...periodOf(period), table, lang },
              fileName: `economy-${table}.csv`,
            })
          }
        >
          {t(`csv.${table}`)}
        </Button>
      ))}
    </div>
  )
}
