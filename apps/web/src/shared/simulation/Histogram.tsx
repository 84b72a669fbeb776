import type { Simulation } from '@clutch/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../format/use-format.ts'
import styles from './Histogram.module.css'
import { Disclosure } from '../ui/Disclosure.tsx'

/** Distribution of the value; losses are also hatched. A table below has the same numbers. */
export function Histogram({ bins }: { readonly bins: Simulation['histogram'] }) {
  const { t } = useTranslation('simulation')
  const format = useFormat()
  const most = Math.max(1, ...bins.map(({ count }) => count))
  const [first, last] = [bins[0], bins.at(-1)]
  if (first === undefined || last === undefined) return null
  const rangeOf = ({ from, to }: (typeof bins)[number]): string =>
    from === to ? format.signed(from) : `${format.signed(from)} … ${format.signed(to)}`
  return (
    <figure className={styles['figure']}>
      <figcaption>{t('histogram')}</figcaption>
      <div className={styles['bars']} aria-hidden="true">
        {bins.map((bin) => (
          <span
            key={bin.from}
            className={styles['bar']}
            data-loss={bin.to < 0 || undefined}
            style={{ blockSize: `${(bin.count / most) * 100}%` }}
            title={`${rangeOf(bin)}: ${format.exact(bin.count)}`}
          />
        ))}
      </div>
      <div className={styles['ends']} aria-hidden="true">
        <span>{format.signed(first.from)}</span>
        <span>{format.signed(last.to)}</span>
      </div>
      <Disclosure summary={t('as_table')}>
        <table>
          <caption className="visually-hidden">{t('histogram')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('worth')}</th>
              <th scope="col">{t('times')}</th>
            </tr>
          </thead>
          <tbody>
            {bins.map((bin) => (
              <tr key={bin.from}>
                <td>{rangeOf(bin)}</td>
                <td>{format.exact(bin.count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Disclosure>
    </figure>
  )
}
