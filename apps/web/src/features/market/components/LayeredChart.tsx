import type { ChartInterval } from '@clutch/contract/constants'
import { useMemo, useState } from 'react'
import { useSignedIn } from '#shared/auth/session.ts'
import { useFairPrices } from '#shared/market/fair-prices.ts'
import { useOwnTrades } from '../api/own-trades.ts'
import { CHART_LAYERS, type ChartLayer, readLayers, writeLayers } from '../model/chart-layers.ts'
import type { ChartSeries } from '../model/chart-series.ts'
import { movingAverage } from '../model/moving-average.ts'
import { LayerChoice } from './LayerChoice.tsx'
import styles from './LayeredChart.module.css'
import { PriceChart } from './PriceChart.tsx'
import { localStore } from '#shared/storage/browser-storage.ts'

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

const KEY = 'chartLayers'

/** What is drawn over the prices, which the browser keeps, and what takes a layer in or out. */
function useChartLayers(): readonly [readonly ChartLayer[], (layer: ChartLayer) => void] {
  const [layers, setLayers] = useState(() => readLayers(localStore.getItem(KEY)))
  return [
    layers,
    (layer) => {
      const next = layers.includes(layer) ? layers.filter((each) => each !== layer) : [...layers, layer]
      localStore.setItem(KEY, writeLayers(next))
      setLayers(next)
    },
  ]
}
