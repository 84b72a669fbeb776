import type { ChartInterval } from '@clutch/contract/constants'
import uPlot from 'uplot'
import { timeAxis, tokenReader, wholeAxis } from '#shared/chart/axes.ts'
import type { Formats } from '#shared/format/formats.ts'
import { toCandles, type Candle } from '../model/candles.ts'
import { withRoomForBars, type ChartSeries } from '../model/chart-series.ts'
import type { OwnTrade } from '../model/own-trades.ts'
import type { Zoom } from '../model/zoom.ts'
import { drawCandles, drawRanges, drawTrades, drawVolumeAxis } from './draw-layers.ts'

/** The volume has the lowest part of the plot to itself, its bars nearly all of that part. */
const VOLUME_BAND = 0.22
const VOLUME_BARS = 0.17
/** Air above and below the prices; above there is room for the legend. */
const AIR_ABOVE = 0.22
const AIR_BELOW = 0.08
const BAR_SHARE = 0.42
const BAR_WIDTH_MAX = 14
/** A phone's plot has no room to spare at its right, and fewer labels that need it; in CSS pixels. */
const NARROW = 420
/** So few slots that a line alone could be missed. */
const DOTTED_SLOTS_MAX = 6

/** Layers drawn over the prices of both sides; hidden layers are absent. */
export interface ChartLayers {
  readonly hasRange: boolean
  /** Candles take the place of both sides' lines. */
  readonly hasCandles: boolean
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
export function chartRows(
  series: ChartSeries,
  { hasRange, hasCandles, averages, fairPrice }: ChartLayers,
): uPlot.AlignedData {
  const none = series.slots.map(() => null)
  const candles = hasCandles ? toCandles(series) : []
  return [
    [...series.startsSec],
    [...series.buyQuantities],
    [...series.sellQuantities],
    hasCandles ? none : [...series.buyPrices],
    hasCandles ? none : [...series.sellPrices],
    averages === undefined ? none : [...averages],
    series.slots.map(() => fairPrice ?? null),
    hasRange || hasCandles ? knownOr(series.lows, candles, ({ low }) => low) : none,
    hasRange || hasCandles ? knownOr(series.highs, candles, ({ high }) => high) : none,
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
      fill: translucent(token(`--${side}`)),
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
    padding: [4, element.clientWidth < NARROW ? 8 : 18, 0, 0],
    legend: { show: false },
    cursor: {
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
      quantity: { range: (_plot, _low, high) => [0, Math.max(1, high) / VOLUME_BARS] },
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
    axes: [
      timeAxis(token, interval, language),
      { ...wholeAxis(token, 'price', format.price), splits: splitsAboveVolume },
    ],
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
      drawAxes: [
        drawVolumeAxis(VOLUME_BAND, format.chartCount, token),
        ...(layers.hasCandles ? [drawCandles(series, token)] : layers.hasRange ? [drawRanges(series, token)] : []),
      ],
      draw: layers.trades === undefined ? [] : [drawTrades(layers.trades, series, token)],
    },
  }
}

/** A token's colour as bars have it: plain enough to see, quiet enough not to compete with the lines. */
function translucent(color: string): string {
  return color.replace(/\)$/, ' / 0.45)')
}

function barPaths(align: 1 | -1): uPlot.Series.PathBuilder | undefined {
  return uPlot.paths.bars?.({ size: [BAR_SHARE, BAR_WIDTH_MAX], align, radius: 0.15 })
}

const NO_POINTS = { show: false }
/** Takes part in how far the axis goes; what it says is drawn otherwise. */
const ONLY_SCALES: uPlot.Series = { scale: 'price', width: 0, points: NO_POINTS }

/** The prices' part of the plot with some air, above the band of the volume. */
function priceRange(low: number, high: number): uPlot.Range.MinMax {
  const span = Math.max(2, high - low)
  const [from, to] = [low - span * AIR_BELOW, high + span * AIR_ABOVE]
  return [from - ((to - from) * VOLUME_BAND) / (1 - VOLUME_BAND), to]
}

/** Prices are labelled above the band of the volume only, and never below nothing. */
function splitsAboveVolume(_plot: uPlot, _axis: number, low: number, high: number, step: number): number[] {
  const first = Math.max(0, Math.ceil((low + (high - low) * VOLUME_BAND) / step))
  const last = Math.floor(high / step)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * step)
}

function knownOr(
  values: readonly (number | null)[],
  candles: readonly (Candle | null)[],
  read: (candle: Candle) => number,
): (number | null)[] {
  return values.map((value, index) => {
    const candle = candles[index] ?? null
    return value ?? (candle === null ? null : read(candle))
  })
}
