import type { Lot } from '@clutch/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import type { Side } from '#shared/market/order-preview.ts'
import { Price } from '#shared/ui/Price.tsx'
import { sumLots } from '../model/listing.ts'
import styles from './LotTotals.module.css'

interface LotTotalsProps {
  readonly side: Side
  readonly lots: readonly Lot[]
  readonly feeBasisPoints: number
}

/** What a side's lots hold or will bring. */
export function LotTotals({ side, lots, feeBasisPoints }: LotTotalsProps) {
  const { t } = useTranslation('listings')
  const format = useFormat()
  const { items, coins } = sumLots(lots, feeBasisPoints)
  return (
    <dl className={styles['totals']}>
      <div>
        <dt>{t(side === 'buy' ? 'on_hold' : feeBasisPoints > 0 ? 'proceeds_fee' : 'proceeds')}</dt>
        <dd>
          <Price coins={coins} isExact />
        </dd>
      </div>
      <div>
        <dt>{t(side === 'buy' ? 'items_wanted' : 'items_on_sale')}</dt>
        <dd>{format.exact(items)}</dd>
      </div>
    </dl>
  )
}
