import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import uPlot from 'uplot'
import { tokenReader, wholeAxis } from '#shared/chart/axes.ts'
import styles from '#shared/chart/Plot.module.css'
import { usePlot } from '#shared/chart/use-plot.ts'
import type { Formats } from '#shared/format/formats.ts'
import { useFormat } from '#shared/format/use-format.ts'
import type { ItemDetails } from '#shared/market/item-details.ts'
import { sumDepth, type Depth } from '../model/depth.ts'

/** How much is wanted and offered up to each price. */
export function DepthChart({ details }: { readonly details: ItemDetails }) {
  const { t } = useTranslation(['market', 'chart'])
  const format = useFormat()
  const [pointed, setPointed] = useState<number | null>(null)
  const depth = sumDepth(details.sell_orders, details.buy_orders)
  const frame = usePlot(
    useCallback(
      (element: HTMLElement) => ({
        options: depthOptions(element, format, setPointed),
        rows: [[...depth.prices], [...depth.wanted], [...depth.offered]],
      }),
      [depth, format],
    ),
  )
  return (
    <div>
      <figure ref={frame} className={styles['frame']} aria-label={t('chart:prices.depth_summary')} />
      {pointed !== null && <DepthTip depth={depth} index={pointed} />}
    </div>
  )
}

function DepthTip({ depth, index }: { readonly depth: Depth; readonly index: number }) {
  const { t } = useTranslation(['market', 'chart'])
  const format = useFormat()
  const price = depth.prices[index]
  const wanted = depth.wanted[index] ?? null
  const count = wanted ?? depth.offered[index] ?? null
  if (price === undefined || count === null) return null
  const side = wanted === null ? 'sell' : 'buy'
  return (
    <div className={styles['tip']} data-side={index > depth.prices.length / 2 ? 'left' : 'right'} aria-hidden="true">
      <span className={styles[side]}>
        {t(side === 'buy' ? 'chart:prices.depth_wanted' : 'chart:prices.depth_offered', { price: format.exact(price) })}
      </span>
      <span className={styles['number']}>{format.exact(count)}</span>
    </div>
  )
}

function depthOptions(element: HTMLElement, format: Formats, onPoint: (index: number | null) => void): uPlot.Options {
  const token = tokenReader(element)
  const area = (side: 'buy' | 'sell', align: 1 | -1): uPlot.Series => {
    const paths = uPlot.paths.stepped?.({ align })
    return {
      scale: 'quantity',
      stroke: token(`--${side}`),
      fill: token(`--${side}-soft`),
      width: 2,
      points: { show: false },
      ...(paths && { paths }),
    }
  }
  return {
    width: element.clientWidth,
    height: element.clientHeight,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
    scales: { x: { time: false }, quantity: { range: (_plot, _low, high) => [0, Math.max(1, high) * 1.1] } },
    series: [{}, area('buy', -1), area('sell', 1)],
    axes: [
      { ...wholeAxis(token, 'x', format.price), size: 30, grid: { show: false } },
      wholeAxis(token, 'quantity', format.chartCount),
    ],
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
  }
}
