import type { Lot } from '@clutch/contract'
import { useTranslation } from 'react-i18next'
import { usePricesLoad } from '#shared/market/prices.ts'
import type { Side } from '#shared/market/order-preview.ts'
import styles from '#shared/ui/DataTable.module.css'
import { useNowSec } from '#shared/ui/use-now.ts'
import { LotRow } from './LotRow.tsx'

const AGE_STEP_MS = 30_000

interface LotTableProps {
  readonly side: Side
  readonly lots: readonly Lot[]
  /** Lots filled to the end a moment ago. */
  readonly gone: readonly Lot[]
  readonly chosen: ReadonlySet<string>
  readonly cancelling: readonly Lot[]
  readonly onChoose: (chosen: ReadonlySet<string>) => void
  readonly onCancel: (lot: Lot) => void
  readonly onChangePrice: (lot: Lot, startPrice: number) => void
}

/** Lots of one side. The best price beside one's own tells who is ahead in the queue. */
export function LotTable({ side, lots, gone, chosen, cancelling, ...acts }: LotTableProps) {
  const { t } = useTranslation(['market', 'listings'])
  usePricesLoad()
  const nowSec = useNowSec(AGE_STEP_MS)
  const isAllChosen = lots.length > 0 && lots.every(({ lot_uuid }) => chosen.has(lot_uuid))
  const toggle = (lot: Lot) => {
    const next = new Set(chosen)
    if (!next.delete(lot.lot_uuid)) next.add(lot.lot_uuid)
    acts.onChoose(next)
  }
  return (
    <div className={styles['scroll']}>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col" className={styles['check']}>
              <input
                type="checkbox"
                aria-label={t('lots.select_all')}
                checked={isAllChosen}
                onChange={() => acts.onChoose(new Set(isAllChosen ? [] : lots.map(({ lot_uuid }) => lot_uuid)))}
              />
            </th>
            <th scope="col">{t('table.name')}</th>
            <th scope="col" className={styles['number']}>
              {t('table.price')}
            </th>
            <th scope="col" className={styles['number']}>
              {t(side === 'sell' ? 'table.min_price' : 'table.max_price')}
            </th>
            <th scope="col" className={styles['number']}>
              {t('table.quantity')}
            </th>
            <th scope="col">{t('table.date')}</th>
            <th scope="col">
              <span className="visually-hidden">{t('listings:actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {[...gone, ...lots].map((lot) => (
            <LotRow
              key={lot.lot_uuid}
              lot={lot}
              ageSec={nowSec - lot.created_at}
              isChosen={chosen.has(lot.lot_uuid)}
              isCancelling={cancelling.includes(lot)}
              onToggle={() => toggle(lot)}
              onCancel={() => acts.onCancel(lot)}
              onChangePrice={(startPrice) => acts.onChangePrice(lot, startPrice)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}
