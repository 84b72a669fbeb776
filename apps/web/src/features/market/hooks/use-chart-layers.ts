import { useState } from 'react'
import { localStore } from '#shared/storage/browser-storage.ts'
import { readLayers, writeLayers, type ChartLayer } from '../model/chart-layers.ts'

const KEY = 'chartLayers'

/** What is drawn over the prices, which the browser keeps, and what takes a layer in or out. */
export function useChartLayers(): readonly [readonly ChartLayer[], (layer: ChartLayer) => void] {
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
