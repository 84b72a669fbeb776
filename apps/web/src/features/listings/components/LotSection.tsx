import { lazyChunk } from '#shared/loading/lazy-chunk.tsx'
import type { OwnLot } from '@clutch/contract'
import { IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { createSearch } from '#shared/catalogue/search.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { NO_PRICES } from '#shared/live/live-holdings.ts'
import { usePricesOf } from '#shared/live/live-store.ts'
import type { Side } from '#shared/market/order-preview.ts'
import { useCancelLots } from '#shared/market/use-cancel-lots.ts'
import { Button } from '#shared/ui/Button.tsx'
import { LazyConfirmDialog } from '#shared/ui/LazyConfirmDialog.tsx'
import { SearchField } from '#shared/ui/SearchField.tsx'
import { EmptyState } from '#shared/ui/States.tsx'
import { useLeavingLots } from '../hooks/use-leaving-lots.ts'
import styles from './LotSection.module.css'
import { LotTable } from './LotTable.tsx'
import { Price } from '#shared/ui/Price.tsx'
import { sumLots } from '../model/listing.ts'
import { planReprice, type RepriceLine } from '../model/reprice.ts'
import { Disclosure } from '#shared/ui/Disclosure.tsx'

const RepriceDialog = lazyChunk(async () => (await import('./RepriceDialog.tsx')).RepriceDialog)
const PriceChangeDialog = lazyChunk(async () => (await import('./PriceChangeDialog.tsx')).PriceChangeDialog)

interface LotSectionProps {
  readonly side: Side
  readonly lots: readonly OwnLot[]
  readonly feeBasisPoints: number
}

/** One collapsible side of the own lots: search by name, choose, take back, give another price. */
export function LotSection({ side, lots, feeBasisPoints }: LotSectionProps) {
  const { t } = useTranslation(['market', 'listings'])
  const format = useFormat()
  const nameOf = useItemName()
  const { data: catalogue } = useCatalogue()
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [priced, setPriced] = useState<{ readonly lot: OwnLot; readonly startPrice: number } | null>(null)
  const leaving = useLeavingLots(lots)
  const [repriced, setRepriced] = useState<readonly RepriceLine[]>([])
  const prices = usePricesOf([...new Set(lots.map(({ item_type_id }) => item_type_id))])
  const beaten = planReprice(lots, (itemId) => prices.get(itemId) ?? NO_PRICES)
  const { asked, ask, cancel, doneCount, dialog } = useCancelLots()

  const matches = createSearch(query)
  const isShown = ({ item_type_id }: OwnLot) => {
    const item = catalogue?.byId.get(item_type_id)
    return item === undefined ? query === '' : matches(item)
  }
  const shown = lots.filter(isShown)
  const gone = leaving.filter((lot) => isShown(lot) && !lots.some(({ lot_uuid }) => lot_uuid === lot.lot_uuid))
  const remaining = remainingOf(asked, lots)
  // A lot that the search hides is not selected: only what is on screen may be cancelled.
  const selected = shown.filter(({ lot_uuid }) => chosen.has(lot_uuid))
  return (
    <Disclosure
      isHeading
      isOpenByDefault
      className={styles['section']}
      summaryClassName={styles['summary']}
      summary={
        <>
          {t(side === 'sell' ? 'lots.sell_lots' : 'lots.buy_lots')}
          <span className={styles['count']}>{format.exact(lots.length)}</span>
        </>
      }
    >
      {lots.length > 0 && <LotTotals side={side} lots={lots} feeBasisPoints={feeBasisPoints} />}
      {lots.length > 0 && (
        <div className={styles['tools']}>
          <SearchField
            icon={<IconSearch size={16} aria-hidden="true" />}
            label={t('lots.search')}
            value={query}
            onChange={setQuery}
          />
          {beaten.length > 0 && (
            <Button onClick={() => setRepriced(beaten)}>
              {t('listings:reprice.open', { amount: format.exact(beaten.length) })}
            </Button>
          )}
          <Button
            disabled={selected.length === 0}
            title={selected.length === 0 ? t('lots.select_first') : undefined}
            onClick={() => ask(selected)}
          >
            {t('lots.delete_selected', { amount: format.exact(selected.length) })}
          </Button>
        </div>
      )}
      {shown.length + gone.length === 0 ? (
        <EmptyState subject="market" action={<Link to="/marketplace/market">{t('listings:to_market')}</Link>}>
          {t(lots.length === 0 ? `lots.none_${side}` : 'list.not_found')}
        </EmptyState>
      ) : (
        <LotTable
          side={side}
          lots={shown}
          gone={gone}
          chosen={chosen}
          onChoose={setChosen}
          onCancel={(lot) => ask([lot])}
          onChangePrice={(lot, startPrice) => setPriced({ lot, startPrice })}
          cancelling={dialog.isPending ? asked : []}
        />
      )}
      <LazyConfirmDialog
        {...dialog}
        title={dialog.isPending && asked.length > 1 ? t('listings:cancelling') : t('lots.confirm_cancel')}
        confirmLabel={
          remaining.length > 1 ? t('lots.cancel_all', { amount: format.exact(remaining.length) }) : t('lots.cancel')
        }
        onConfirm={() => cancel(remaining, () => setChosen(new Set()))}
      >
        <ul className={styles['asked']} aria-label={t('lots.to_cancel')}>
          {remaining.map((lot) => (
            <li key={lot.lot_uuid}>
              <span>
                {format.exact(lot.current_count)} × {nameOf(lot.item_type_id)}
              </span>
              <Price coins={lot.price} isExact />
            </li>
          ))}
        </ul>
        {asked.length > 1 && dialog.isPending && (
          <p className={styles['progress']} aria-live="polite">
            {t('listings:cancelling_progress', { done: format.exact(doneCount), total: format.exact(asked.length) })}
          </p>
        )}
      </LazyConfirmDialog>
      {repriced.length > 0 && (
        <Suspense>
          <RepriceDialog lines={repriced} feeBasisPoints={feeBasisPoints} onClose={() => setRepriced([])} />
        </Suspense>
      )}
      {priced !== null && (
        <Suspense>
          <PriceChangeDialog {...priced} onClose={() => setPriced(null)} />
        </Suspense>
      )}
    </Disclosure>
  )
}

/** The lots that still exist: others may fill some while the question is open, and a failure may stop in the middle. */
function remainingOf(asked: readonly OwnLot[], lots: readonly OwnLot[]): readonly OwnLot[] {
  const remaining = asked.filter(({ lot_uuid }) => lots.some((lot) => lot.lot_uuid === lot_uuid))
  return remaining.length === 0 ? asked : remaining
}

interface LotTotalsProps {
  readonly side: Side
  readonly lots: readonly OwnLot[]
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
