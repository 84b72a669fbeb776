import type { ChartInterval } from '@clutch/contract/constants'
import uPlot from 'uplot'
import { timeAxis, tokenReader, wholeAxis } from '#shared/chart/axes.ts'
import type { Formats } from '#shared/format/formats.ts'
import { withRoomForBars, type ChartSeries } from '../model/chart-series.ts'
import type { OwnTrade } from '../model/own-trades.ts'
import type { Zoom } from '../model/zoom.ts'
import { drawRanges, drawTrades } from './draw-layers.ts'

/** Quantity bars keep to the lowest part of the plot, under the prices. */
const QUANTITY_HEADROOM = 4.5
const BAR_SHARE = 0.42
const BAR_WIDTH_MAX = 14
/** So few slots that a line alone could be missed. */
const DOTTED_SLOTS_MAX = 6

/** Layers drawn over the prices of both sides; hidden layers are absent. */
export interface ChartLayers {
  readonly hasRange: boolean
  /** Per slot. */
  readonly averages?: readonly number[] | undefined
  readonly fairPrice?: number | undefined
  readonly trades?: readonly OwnTrade[] | undefined
}

interface ChartOptionsInput {
  readonly element: HTMLElement
  readonly interval: ChartInterval
  readonly language: string
  readonly format: Formats
  readonly series: ChartSeries
  readonly layers: ChartLayers
  readonly zoom: Zoom | null
  readonly onPoint: (index: number | null) => void
  /** Called after a drag over part of the time, or a double click to reset the zoom. */
  readonly onZoom: (zoom: Zoom | null) => void
}

/** The rows in the order of the series below. */
export function chartRows(series: ChartSeries, { hasRange, averages, fairPrice }: ChartLayers): uPlot.AlignedData {
  const none = series.slots.map(() => null)
  return [
    [...series.startsSec],
    [...series.buyQuantities],
    [...series.sellQuantities],
    [...series.buyPrices],
    [...series.sellPrices],
    averages === undefined ? none : [...averages],
    series.slots.map(() => fairPrice ?? null),
    hasRange ? [...series.lows] : none,
    hasRange ? [...series.highs] : none,
  ]
}

/** How the chart is drawn. Sides differ by dash as well as by colour; colours come from the design tokens. */
export function chartOptions(input: ChartOptionsInput): uPlot.Options {
  const { element, interval, language, format, series, layers, zoom, onPoint, onZoom } = input
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
  const line: uPlot.Series = { scale: 'price', width: 2, spanGaps: true }
  const price: uPlot.Series = {
    ...line,
    points: { show: (plot) => (plot.data[0]?.length ?? 0) <= DOTTED_SLOTS_MAX, size: 5 },
  }
  const overlay: uPlot.Series = { ...line, width: 1.5, points: NO_POINTS }
  return {
    width: element.clientWidth,
    height: element.clientHeight,
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: true, y: false, setScale: false },
      points: { size: 7 },
      bind: {
        dblclick: () => () => {
          onZoom(null)
          return null
        },
      },
    },
    scales: {
      x: { time: true, range: (_plot, first, last) => withRoomForBars(first, last, interval) },
      price: { range: (_plot, low, high) => priceRange(low, high) },
      quantity: { range: (_plot, _low, high) => [0, Math.max(1, high) * QUANTITY_HEADROOM] },
    },
    series: [
      {},
      bar('buy', -1),
      bar('sell', 1),
      { ...price, stroke: token('--buy') },
      { ...price, stroke: token('--sell'), dash: [6, 4] },
      { ...overlay, stroke: token('--text') },
      { ...overlay, stroke: token('--accent'), dash: [2, 4] },
      ONLY_SCALES,
      ONLY_SCALES,
    ],
    axes: [timeAxis(token, interval, language), wholeAxis(token, 'price', format.price)],
    hooks: {
      ready: [
        (plot) => {
          if (zoom !== null) plot.setScale('x', { min: zoom.fromSec, max: zoom.toSec })
        },
      ],
      setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)],
      setSelect: [
        (plot) => {
          const { left, width } = plot.select
          if (width > 0) onZoom({ fromSec: plot.posToVal(left, 'x'), toSec: plot.posToVal(left + width, 'x') })
        },
      ],
      drawAxes: layers.hasRange ? [drawRanges(series, token)] : [],
      draw: layers.trades === undefined ? [] : [drawTrades(layers.trades, series, token)],
    },
  }
}

function barPaths(align: 1 | -1): uPlot.Series.PathBuilder | undefined {
  return uPlot.paths.bars?.({ size: [BAR_SHARE, BAR_WIDTH_MAX], align, radius: 0.15 })
}

const NO_POINTS = { show: false }
/** Takes part in how far the axis goes; what it says is drawn otherwise. */
const ONLY_SCALES: uPlot.Series = { scale: 'price', width: 0, points: NO_POINTS }

/** Some air around the lines; never below nothing. */
function priceRange(low: number, high: number): uPlot.Range.MinMax {
  const margin = Math.max(1, (high - low) * 0.12)
  return [Math.max(0, low - margin), high + margin]
}
