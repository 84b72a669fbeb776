import styles from './Sparkline.module.css'

const WIDTH = 100
const HEIGHT = 20
/** Above and below the line, so that its ends are not cut. */
const EDGE = 2

interface SparklineProps {
  /** Oldest first; 0 where nothing is known, which the line bridges. */
  readonly values: readonly number[]
  /** Colours the line by its direction; otherwise it has the colour of its surroundings. */
  readonly hasTrend?: boolean
  /** Fills the area below the line. */
  readonly isFilled?: boolean
}

/** A line without axes that fills its box. Its meaning must also be given in words. */
export function Sparkline({ values, hasTrend = false, isFilled = false }: SparklineProps) {
  const points = values.flatMap((value, index) => (value > 0 ? [{ value, index }] : []))
  const [first] = points
  const last = points.at(-1)
  if (first === undefined || last === undefined || points.length < 2) return null
  const low = Math.min(...points.map(({ value }) => value))
  const high = Math.max(...points.map(({ value }) => value))
  const span = high - low || 1
  const line = points
    .map(({ value, index }) => {
      const x = (index / (values.length - 1)) * WIDTH
      const y = HEIGHT - EDGE - ((value - low) / span) * (HEIGHT - 2 * EDGE)
      return `${x.toFixed(1)},${y.toFixed(1)}`
    })
    .join(' ')
  const xOf = (index: number) => ((index / (values.length - 1)) * WIDTH).toFixed(1)
  const trend = !hasTrend || last.value === first.value ? undefined : last.value > first.value ? 'up' : 'down'
  return (
    <svg
      className={styles['line']}
      data-trend={trend}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {isFilled && (
        <polygon
          className={styles['area']}
          points={`${xOf(first.index)},${HEIGHT} ${line} ${xOf(last.index)},${HEIGHT}`}
          fill="currentColor"
        />
      )}
      <polyline points={line} fill="none" stroke="currentColor" vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
