import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { summariseSide, type ChartData } from '../model/chart-series.ts'
import styles from './SideFigures.module.css'

/** What each side's line is called, its average price and its volume. */
export function SideFigures({ chart }: { readonly chart: ChartData }) {
  const { t } = useTranslation('market')
  const format = useFormat()
  return (['buy', 'sell'] as const).map((side) => {
    const { average, volume } = summariseSide(side === 'buy' ? chart.buy_data : chart.sell_data)
    return (
      <span key={side} className={styles[side]}>
        <span className={styles['swatch']} />
        {t(side === 'buy' ? 'chart.bought' : 'chart.sold')}
        <span className={styles['numbers']} title={t('chart.average_and_volume')}>
          {format.exact(average)} · {format.chartCount(volume)}
        </span>
      </span>
    )
  })
}
