import type { CallResponse, RouletteSpin } from '@clutch/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { Gain } from '#shared/ui/Gain.tsx'
import { summarize, worthOf } from '../model/odds.ts'
import { PrizeLabel } from './PrizeLabel.tsx'
import styles from './SpinResult.module.css'

interface SpinResultProps {
  readonly spins: readonly RouletteSpin[]
  readonly cost: CallResponse<'GET /roulette/get'>['cost']
  readonly fairPrices: ReadonlyMap<number, number>
}

/** What the last spins brought, and whether it was worth their price. */
export function SpinResult({ spins, cost, fairPrices }: SpinResultProps) {
  const { t } = useTranslation('roulette')
  const format = useFormat()
  const worths = spins.map((spin) => worthOf(spin, fairPrices))
  const paid = worthOf(cost, fairPrices)
  const isKnown = paid !== undefined && worths.every((worth) => worth !== undefined)
  const gain = worths.reduce<number>((sum, worth) => sum + (worth ?? 0), 0) - (paid ?? 0) * spins.length
  return (
    <>
      <h2 className={styles['heading']}>{t('result', { count: spins.length, amount: format.exact(spins.length) })}</h2>
      <ul className={styles['list']}>
        {summarize(spins).map(({ item_id, count, spins: times }) => (
          <li key={`${item_id} ${count}`}>
            <PrizeLabel itemId={item_id} count={count} />
            {times > 1 && <span className={styles['times']}>{t('times', { amount: format.exact(times) })}</span>}
          </li>
        ))}
      </ul>
      {isKnown && (
        <p className={styles['gain']}>
          {t('balance')} <Gain coins={gain} />
        </p>
      )}
    </>
  )
}
