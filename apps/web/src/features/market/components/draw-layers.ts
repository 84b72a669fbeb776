import type uPlot from 'uplot'
import { toCandles } from '../model/candles.ts'
import type { ChartSeries } from '../model/chart-series.ts'
import { inSlots, type OwnTrade } from '../model/own-trades.ts'

/** Sizes in CSS pixels. */
const RANGE_WIDTH = 3
const CANDLE_SHARE = 0.6
const CANDLE_WIDTH_MAX = 14
const CANDLE_WIDTH_MIN = 2
const LABEL_FONT_SIZE = 12
const LABEL_GAP = 8
const MARK_SIZE = 6

type Token = (name: string) => string

/** Draws, per slot, from the lowest to the highest price: behind the lines. */
export function drawRanges({ startsSec, lows, highs }: ChartSeries, token: Token): (plot: uPlot) => void {
  return (plot) => {
    inPlot(plot, (context, pixels) => {
      context.strokeStyle = token('--hairline-strong')
      context.lineWidth = RANGE_WIDTH * pixels
      context.lineCap = 'round'
      for (const [index, startSec] of startsSec.entries()) {
        const low = lows[index] ?? null
        const high = highs[index] ?? null
        if (low === null || high === null) continue
        const x = plot.valToPos(startSec, 'x', true)
        context.beginPath()
        context.moveTo(x, plot.valToPos(low, 'price', true))
        context.lineTo(x, plot.valToPos(high, 'price', true))
        context.stroke()
      }
    })
  }
}

/** Draws a candle per slot: hollow when the price rose, filled when it fell, so that colour is not needed. */
export function drawCandles(series: ChartSeries, token: Token): (plot: uPlot) => void {
  const candles = toCandles(series)
  return (plot) => {
    inPlot(plot, (context, pixels) => {
      const slotWidth = slotWidthOf(plot, series.startsSec)
      const width = Math.max(CANDLE_WIDTH_MIN * pixels, Math.min(CANDLE_WIDTH_MAX * pixels, slotWidth * CANDLE_SHARE))
      context.lineWidth = Math.max(1, Math.round(1.5 * pixels))
      for (const [index, startSec] of series.startsSec.entries()) {
        const candle = candles[index] ?? null
        if (candle === null) continue
        const { open, close, low, high } = candle
        const [x, top, bottom] = [
          plot.valToPos(startSec, 'x', true),
          plot.valToPos(Math.max(open, close), 'price', true),
          plot.valToPos(Math.min(open, close), 'price', true),
        ]
        context.strokeStyle = token(close < open ? '--sell' : '--buy')
        context.fillStyle = close < open ? context.strokeStyle : token('--surface')
        context.beginPath()
        context.moveTo(x, plot.valToPos(high, 'price', true))
        context.lineTo(x, plot.valToPos(low, 'price', true))
        context.stroke()
        context.fillRect(x - width / 2, top, width, Math.max(pixels, bottom - top))
        context.strokeRect(x - width / 2, top, width, Math.max(pixels, bottom - top))
      }
    })
  }
}

function slotWidthOf(plot: uPlot, startsSec: readonly number[]): number {
  const [first = 0, second = first] = startsSec
  const shortest = startsSec.reduce(
    (least, startSec, index) => (index === 0 ? least : Math.min(least, startSec - (startsSec[index - 1] ?? 0))),
    second - first,
  )
  return plot.valToPos(first + shortest, 'x', true) - plot.valToPos(first, 'x', true) || plot.bbox.width
}

/** Separates the volume's band from the prices above it and labels its highest bar. */
export function drawVolumeAxis(
  bandShare: number,
  write: (count: number) => string,
  token: Token,
): (plot: uPlot) => void {
  return (plot) => {
    const { ctx, bbox } = plot
    const pixels = window.devicePixelRatio
    const top = Math.round(bbox.top + bbox.height * (1 - bandShare)) + 0.5
    const bars = [...(plot.data[1] ?? []), ...(plot.data[2] ?? [])].map((count) => count ?? 0)
    const most = bars.reduce((left, right) => Math.max(left, right), 0)
    ctx.save()
    ctx.strokeStyle = token('--hairline')
    ctx.lineWidth = pixels
    ctx.beginPath()
    ctx.moveTo(bbox.left, top)
    ctx.lineTo(bbox.left + bbox.width, top)
    ctx.stroke()
    if (most > 0) {
      ctx.fillStyle = token('--text-faint')
      ctx.font = `${LABEL_FONT_SIZE * pixels}px "Inter Variable", system-ui, sans-serif`
      ctx.textAlign = 'right'
      ctx.textBaseline = 'middle'
      ctx.fillText(write(most), bbox.left - LABEL_GAP * pixels, plot.valToPos(most, 'quantity', true))
    }
    ctx.restore()
  }
}

/** Marks own trades at their slots and prices: upwards what was bought, downwards what was sold. */
export function drawTrades(
  trades: readonly OwnTrade[],
  { startsSec }: ChartSeries,
  token: Token,
): (plot: uPlot) => void {
  const marks = inSlots(trades, startsSec)
  return (plot) => {
    inPlot(plot, (context, pixels) => {
      context.strokeStyle = token('--ground')
      context.lineWidth = pixels
      for (const { trade, startSec } of marks) {
        const { price, side } = trade
        const x = plot.valToPos(startSec, 'x', true)
        const y = plot.valToPos(price, 'price', true)
        const size = MARK_SIZE * pixels * (side === 'buy' ? 1 : -1)
        context.fillStyle = token(`--${side}`)
        context.beginPath()
        context.moveTo(x, y - size)
        context.lineTo(x + size, y + size)
        context.lineTo(x - size, y + size)
        context.closePath()
        context.fill()
        context.stroke()
      }
    })
  }
}

/** Little is drawn over the axes, and nothing outside what is shown; the canvas is left as it was found. */
function inPlot({ ctx, bbox }: uPlot, draw: (context: CanvasRenderingContext2D, pixels: number) => void): void {
  ctx.save()
  ctx.beginPath()
  const pixels = window.devicePixelRatio
  // A mark at the first or the last slot is not cut in half.
  const margin = MARK_SIZE * pixels
  ctx.rect(bbox.left - margin, bbox.top, bbox.width + 2 * margin, bbox.height)
  ctx.clip()
  draw(ctx, pixels)
  ctx.restore()
}
