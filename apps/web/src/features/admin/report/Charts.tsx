import type { EconomyDay } from '@clutch/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { TrendChart, type Trend } from '#shared/chart/TrendChart.tsx'
import { useFormat } from '#shared/format/use-format.ts'
import styles from './Report.module.css'

/** Charts of supply, flows, traded coins and the price index. */
export function Charts({ days }: { readonly days: readonly EconomyDay[] }) {
  const { t } = useTranslation('report')
  const format = useFormat()
  const dates = useMemo(() => days.map(({ time_slot }) => time_slot), [days])
  const charts = useMemo((): { name: string; trends: Trend[]; isIndex?: boolean }[] => {
    const values = (read: (day: EconomyDay) => number | null) => days.map(read)
    return [
      {
        name: 'supply',
        trends: [{ label: t('figures.supply'), look: 'accent', values: values(({ supply }) => supply) }],
      },
      {
        name: 'flows',
        trends: [
          { label: t('figures.minted'), look: 'buy', isBars: true, values: values(({ minted }) => minted) },
          { label: t('figures.burned'), look: 'sell', isBars: true, values: values(({ burned }) => 0 - burned) },
        ],
      },
      {
        name: 'volume',
        trends: [{ label: t('figures.volume'), look: 'accent', isBars: true, values: values(({ volume }) => volume) }],
      },
      {
        name: 'price_index',
        isIndex: true,
        trends: [{ label: t('figures.price_index'), look: 'buy', values: values((day) => day.price_index) }],
      },
    ]
  }, [days, t])
  return (
    <div className={styles['charts']}>
      {charts.map(({ name, trends, isIndex = false }) => (
        <section key={name} className={styles['chart']} aria-label={t(`charts.${name}`)}>
          <h3 className={styles['chartTitle']}>{t(`charts.${name}`)}</h3>
          {trends.length > 1 && (
            <p className={styles['legend']}>
              {trends.map(({ label, look }) => (
                <span key={label} data-look={look}>
                  {label}
                </span>
              ))}
            </p>
          )}
          <div className={styles['plot']}>
            <TrendChart
              label={t(`charts.${name}`)}
              days={dates}
              trends={trends}
              {...(isIndex ? { write: format.average } : {})}
            />
          </div>
        </section>
      ))}
    </div>
  )
}
