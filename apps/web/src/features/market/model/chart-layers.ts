/** What can be drawn over the prices of the chart. */
export const CHART_LAYERS = ['candles', 'range', 'average', 'fair', 'trades'] as const
export type ChartLayer = (typeof CHART_LAYERS)[number]

const FIRST_LAYERS: readonly ChartLayer[] = ['range', 'trades']
const SEPARATOR = ','

/** The layers of a choice that was kept; without one, those that say most. */
export function readLayers(kept: string | null): readonly ChartLayer[] {
  if (kept === null) return FIRST_LAYERS
  const names = kept.split(SEPARATOR)
  return CHART_LAYERS.filter((layer) => names.includes(layer))
}

export function writeLayers(layers: readonly ChartLayer[]): string {
  return layers.join(SEPARATOR)
}
