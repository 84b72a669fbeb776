import type { ChartInterval } from '@clutch/contract/constants'
import { useTranslation } from 'react-i18next'
import { slotLabel } from '#shared/chart/slot-label.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'
import { summariseSide, type ChartData, type ChartSeries } from '../model/chart-series.ts'
import { tradedWithin } from '../model/own-trades.ts'
import type { ChartLayers } from './chart-options.ts'
import styles from './ChartLegend.module.css'

interface ChartLegendProps {
  readonly chart: ChartData
  readonly series: ChartSeries
  readonly interval: ChartInterval
  readonly layers: ChartLayers
  /** The slot under the crosshair; null without one. */
  readonly index: number | null
}

/** What each line is and its values: of the slot under the crosshair, or of the whole time that is shown. */
export function ChartLegend({ index, ...shown }: ChartLegendProps) {
  return (
    <div className={styles['legend']}>
      {index === null || shown.series.slots[index] === undefined ? (
        <Averages chart={shown.chart} />
      ) : (
        <SlotValues {...shown} index={index} />
      )}
    </div>
  )
}

const SIDES = ['buy', 'sell'] as const

/** Average price and volume of each side (document 1 §3). */
function Averages({ chart }: { readonly chart: ChartData }) {
  const { t } = useTranslation(['market', 'chart'])
  const format = useFormat()
  return SIDES.map((side) => {
    const { average, volume } = summariseSide(side === 'buy' ? chart.buy_data : chart.sell_data)
    return (
      <span key={side} className={styles[side]}>
        {t(side === 'buy' ? 'chart:prices.bought' : 'chart:prices.sold')}{' '}
        <span className={styles['number']} title={t('chart:prices.average_and_volume')}>
          {t('chart:prices.average', { amount: volume === 0 ? '–' : format.exact(average) })} ·{' '}
          {t('chart:prices.volume', { amount: format.chartCount(volume) })}
        </span>
      </span>
    )
  })
}

type SlotValuesProps = Omit<ChartLegendProps, 'chart' | 'index'> & { readonly index: number }

function SlotValues({ series, interval, layers, index }: SlotValuesProps) {
  const { t } = useTranslation(['market', 'chart'])
  const format = useFormat()
  const language = useLanguage()
  const startSec = series.startsSec[index] ?? 0
  const low = series.lows[index] ?? null
  const high = series.highs[index] ?? null
  const average = layers.averages?.[index]
  const own = tradedWithin(layers.trades ?? [], startSec, series.startsSec[index + 1] ?? Number.POSITIVE_INFINITY)
  return (
    <>
      <strong>{slotLabel(series.slots[index] ?? '', startSec, interval, language, t('chart:week'))}</strong>
      {SIDES.map((side) => {
        const price = (side === 'buy' ? series.buyPrices : series.sellPrices)[index] ?? null
        const quantity = (side === 'buy' ? series.buyQuantities : series.sellQuantities)[index] ?? 0
        if (price === null) return null
        return (
          <span key={side} className={styles[side]}>
            {t(side === 'buy' ? 'chart:prices.bought' : 'chart:prices.sold')}{' '}
            <span className={styles['number']}>
              {format.exact(price)} × {format.chartCount(quantity)}
            </span>
          </span>
        )
      })}
      {(layers.hasRange || layers.hasCandles) && low !== null && high !== null && (
        <span>
          {t('chart:prices.layer.range')}{' '}
          <span className={styles['number']}>
            {format.exact(low)}–{format.exact(high)}
          </span>
        </span>
      )}
      {average !== undefined && (
        <span>
          {t(`chart:prices.average_of.${interval}`)} <span className={styles['number']}>{format.exact(average)}</span>
        </span>
      )}
      {own.buy > 0 && <span>{t('chart:prices.own_bought', { amount: format.exact(own.buy) })}</span>}
      {own.sell > 0 && <span>{t('chart:prices.own_sold', { amount: format.exact(own.sell) })}</span>}
    </>
  )
}
