import { useState } from 'react'
import { useSignedIn } from '#shared/auth/session.ts'
import { localStore } from '#shared/storage/browser-storage.ts'
import { CHART_LAYERS, readLayers, writeLayers, type ChartLayer } from '../model/chart-layers.ts'

const KEY = 'chartLayers'
const ANONYMOUS_LAYERS: readonly ChartLayer[] = ['candles', 'range', 'average']

/** What is drawn over the prices, which the browser persists, and what adds or removes a layer. */
export function useChartLayers() {
  const [chosen, setChosen] = useState(() => readLayers(localStore.getItem(KEY)))
  const offered = useSignedIn() ? CHART_LAYERS : ANONYMOUS_LAYERS
  return {
    offered,
    chosen,
    has: (layer: ChartLayer) => offered.includes(layer) && chosen.includes(layer),
    toggle: (layer: ChartLayer) => {
      const next = chosen.includes(layer) ? chosen.filter((each) => each !== layer) : [...chosen, layer]
      localStore.setItem(KEY, writeLayers(next))
      setChosen(next)
    },
  }
}
