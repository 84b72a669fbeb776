import type uPlot from 'uplot'
import type { ChartSeries } from '../model/chart-series.ts'
import { inSlots, type OwnTrade } from '../model/own-trades.ts'

/** Sizes in CSS pixels. */
const RANGE_WIDTH = 3
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
