import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { salaryCurve, salaryWith, type CurvePoint, type Rentable } from '../model/salary.ts'
import styles from './SalaryCurve.module.css'

const PAD = 5

/** Salary of a unit against units added; a dot shows those that are chosen. */
export function SalaryCurve({ rentable, chosen }: { readonly rentable: Rentable; readonly chosen: number }) {
  const { t } = useTranslation('rent')
  const format = useFormat()
  const points = salaryCurve(rentable, chosen)
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return null
  const label = t('curve', {
    from: format.average(first.salary),
    to: format.average(last.salary),
    amount: format.exact(last.more),
  })
  return (
    <figure className={styles['curve']}>
      <p className="visually-hidden">{label}</p>
      <CurveLine points={points} dot={{ more: chosen, salary: salaryWith(rentable, chosen) }} width={280} height={76} />
      <figcaption className={styles['ends']} aria-hidden="true">
        <span>{t('curve_start')}</span>
        <span>+{format.exact(last.more)}</span>
      </figcaption>
    </figure>
  )
}

interface CurveLineProps {
  readonly points: readonly CurvePoint[]
  readonly dot: CurvePoint
  readonly width: number
  readonly height: number
}

/** A curve above the axis of no salary. Its meaning must also be given in words. */
export function CurveLine({ points, dot, width, height }: CurveLineProps) {
  const [start, end] = [points[0]?.more ?? 0, points.at(-1)?.more ?? 1]
  const highest = Math.max(...points.map(({ salary }) => salary)) || 1
  const x = (more: number) => PAD + ((width - 2 * PAD) * (more - start)) / (end - start)
  const y = (salary: number) => height - PAD - ((height - 2 * PAD) * salary) / highest
  return (
    <svg className={styles['plot']} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <polyline
        className={styles['line']}
        points={points.map(({ more, salary }) => `${x(more)},${y(salary)}`).join(' ')}
      />
      <circle className={styles['dot']} cx={x(dot.more)} cy={y(dot.salary)} r={4} />
    </svg>
  )
}
