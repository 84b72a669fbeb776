import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { salaryCurve, salaryWith, type Rentable } from '../model/salary.ts'
import styles from './SalaryCurve.module.css'

const [WIDTH, HEIGHT, PAD] = [280, 76, 5]

/** Salary of a unit against units added; a dot shows those that are chosen. */
export function SalaryCurve({ rentable, chosen }: { readonly rentable: Rentable; readonly chosen: number }) {
  const { t } = useTranslation('rent')
  const format = useFormat()
  const points = salaryCurve(rentable, chosen)
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return null
  const x = (more: number) => PAD + ((WIDTH - 2 * PAD) * more) / last.more
  const y = (salary: number) => HEIGHT - PAD - ((HEIGHT - 2 * PAD) * salary) / (first.salary || 1)
  const label = t('curve', {
    from: format.average(first.salary),
    to: format.average(last.salary),
    amount: format.exact(last.more),
  })
  return (
    <figure className={styles['curve']}>
      <p className="visually-hidden">{label}</p>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        <polyline
          className={styles['line']}
          points={points.map(({ more, salary }) => `${x(more)},${y(salary)}`).join(' ')}
        />
        <circle className={styles['dot']} cx={x(chosen)} cy={y(salaryWith(rentable, chosen))} r={4} />
      </svg>
      <figcaption className={styles['ends']} aria-hidden="true">
        <span>{t('curve_start')}</span>
        <span>+{format.exact(last.more)}</span>
      </figcaption>
    </figure>
  )
}
