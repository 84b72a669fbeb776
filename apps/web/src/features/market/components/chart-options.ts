import type { ChartInterval } from '@clutch/contract/constants'
import uPlot from 'uplot'
import { timeAxis, tokenReader, wholeAxis } from '#shared/chart/axes.ts'
import type { Formats } from '#shared/format/formats.ts'
import type { ChartSeries } from '../model/chart-series.ts'

/** Quantity bars keep to the lowest part of the plot, under the prices. */
const QUANTITY_HEADROOM = 4.5
const BAR_SHARE = 0.42
const BAR_WIDTH_MAX = 14
/** So few slots that a line alone could be missed. */
const DOTTED_SLOTS_MAX = 6

interface ChartOptionsInput {
  readonly element: HTMLElement
  readonly interval: ChartInterval
  readonly language: string
  readonly format: Formats
  readonly onPoint: (index: number | null) => void
}

/** The rows in the order of the series below. */
export function chartRows(series: ChartSeries): uPlot.AlignedData {
  return [
    [...series.startsSec],
    [...series.buyQuantities],
    [...series.sellQuantities],
    [...series.buyPrices],
    [...series.sellPrices],
  ]
}

/** How the chart is drawn. Sides differ by dash as well as by colour; colours come from the design tokens. */
export function chartOptions({ element, interval, language, format, onPoint }: ChartOptionsInput): uPlot.Options {
  const token = tokenReader(element)
  const bar = (side: 'buy' | 'sell', align: 1 | -1): uPlot.Series => {
    const paths = barPaths(align)
    return {
      scale: 'quantity',
      fill: token(`--${side}-soft`),
      stroke: token(`--${side}`),
      width: 0,
      points: NO_POINTS,
      ...(paths && { paths }),
    }
  }
  const line: uPlot.Series = {
    scale: 'price',
    width: 2,
    spanGaps: true,
    points: { show: (plot) => (plot.data[0]?.length ?? 0) <= DOTTED_SLOTS_MAX, size: 5 },
  }
  return {
    width: element.clientWidth,
    height: element.clientHeight,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
    scales: {
      x: { time: true },
      price: { range: (_plot, low, high) => priceRange(low, high) },
      quantity: { range: (_plot, _low, high) => [0, Math.max(1, high) * QUANTITY_HEADROOM] },
    },
    series: [
      {},
      bar('buy', -1),
      bar('sell', 1),
      { ...line, stroke: token('--buy') },
      { ...line, stroke: token('--sell'), dash: [6, 4] },
    ],
    axes: [timeAxis(token, interval, language), wholeAxis(token, 'price', format.price)],
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
  }
}

function barPaths(align: 1 | -1): uPlot.Series.PathBuilder | undefined {
  return uPlot.paths.bars?.({ size: [BAR_SHARE, BAR_WIDTH_MAX], align, radius: 0.15 })
}

const NO_POINTS = { show: false }

/** Some air around the lines; never below nothing. */
function priceRange(low: number, high: number): uPlot.Range.MinMax {
  const margin = Math.max(1, (high - low) * 0.12)
  return [Math.max(0, low - margin), high + margin]
}
