import type { ChartInterval } from '@clutch/contract/constants'
import { useMemo } from 'react'
import { useSignedIn } from '#shared/auth/session.ts'
import { useFairPrices } from '#shared/market/fair-prices.ts'
import { useOwnTrades } from '../api/own-trades.ts'
import { useChartLayers } from '../hooks/use-chart-layers.ts'
import { CHART_LAYERS, type ChartLayer } from '../model/chart-layers.ts'
import type { ChartSeries } from '../model/chart-series.ts'
import { movingAverage } from '../model/moving-average.ts'
import { LayerChoice } from './LayerChoice.tsx'
import styles from './LayeredChart.module.css'
import { PriceChart } from './PriceChart.tsx'

const LAYERS_OF_STRANGERS: readonly ChartLayer[] = ['range', 'average']

interface LayeredChartProps {
  readonly itemId: number
  readonly series: ChartSeries
  readonly interval: ChartInterval
}

/** The price chart with the selected layers. */
export function LayeredChart({ itemId, series, interval }: LayeredChartProps) {
  const [chosen, toggle] = useChartLayers()
  const offered = useSignedIn() ? CHART_LAYERS : LAYERS_OF_STRANGERS
  const has = (layer: ChartLayer) => offered.includes(layer) && chosen.includes(layer)
  const [hasRange, hasAverage, hasTrades] = [has('range'), has('average'), has('trades')]
  const trades = useOwnTrades(itemId)
  const fairPrice = useFairPrices(has('fair') ? [itemId] : [])?.get(itemId)
  const layers = useMemo(
    () => ({
      hasRange,
      averages: hasAverage ? movingAverage(series, interval) : undefined,
      fairPrice,
      trades: hasTrades ? trades : undefined,
    }),
    [hasRange, hasAverage, hasTrades, fairPrice, trades, series, interval],
  )
  return (
    <div className={styles['layered']}>
      <LayerChoice interval={interval} offered={offered} chosen={chosen} onToggle={toggle} />
      <PriceChart series={series} interval={interval} layers={layers} />
    </div>
  )
}
