import { classNames } from '../ui/class-names.ts'
import styles from './SpanBar.module.css'

export interface Span {
  /** Shares of the bar's width, 0 … 1. */
  readonly from: number
  readonly to: number
  readonly tone: 'gain' | 'loss' | 'accent' | 'quiet'
}

interface SpanBarProps {
  readonly spans: readonly Span[]
  /** Share of the width at which a line is drawn. */
  readonly mark?: number
  readonly className?: string | undefined
}

/** Narrower spans have no gaps, which would hide them. */
const GAP_SPAN_MIN = 0.015

/** Spans on one axis: shares of a whole, steps between sums, or times. Its meaning must also be given in words. */
export function SpanBar({ spans, mark, className }: SpanBarProps) {
  return (
    <svg className={classNames(styles['bar'], className)} aria-hidden="true">
      {spans.map(({ from, to, tone }, index) => (
        <rect
          // oxlint-disable-next-line react/no-array-index-key -- spans have no other identity
          key={index}
          className={styles['span']}
          data-tone={tone}
          data-wide={to - from >= GAP_SPAN_MIN || undefined}
          x={percent(from)}
          width={percent(to - from)}
          height="100%"
        />
      ))}
      {mark !== undefined && <line className={styles['mark']} x1={percent(mark)} x2={percent(mark)} y1="0" y2="100%" />}
    </svg>
  )
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)}%`
}
