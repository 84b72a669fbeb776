import type { ChartInterval } from '@clutch/contract/constants'
import { useMemo } from 'react'
import { useFairPrices } from '#shared/market/fair-prices.ts'
import { useOwnTrades } from '../api/own-trades.ts'
import type { ChartLayer } from '../model/chart-layers.ts'
import type { ChartData, ChartSeries } from '../model/chart-series.ts'
import { movingAverage } from '../model/moving-average.ts'
import { PriceChart } from './PriceChart.tsx'

interface LayeredChartProps {
  readonly itemId: number
  readonly chart: ChartData
  readonly series: ChartSeries
  readonly interval: ChartInterval
  readonly has: (layer: ChartLayer) => boolean
}

/** The price chart with the selected layers. */
export function LayeredChart({ itemId, chart, series, interval, has }: LayeredChartProps) {
  const [hasCandles, hasRange, hasAverage] = [has('candles'), has('range'), has('average')]
  const hasTrades = has('trades')
  const trades = useOwnTrades(itemId)
  const fairPrice = useFairPrices(has('fair') ? [itemId] : [])?.get(itemId)
  const layers = useMemo(
    () => ({
      hasCandles,
      hasRange,
      averages: hasAverage ? movingAverage(series, interval) : undefined,
      fairPrice,
      trades: hasTrades ? trades : undefined,
    }),
    [hasCandles, hasRange, hasAverage, hasTrades, fairPrice, trades, series, interval],
  )
  return <PriceChart chart={chart} series={series} interval={interval} layers={layers} />
}
