import type { OwnLot } from '@clutch/contract'
import { SECOND_MS } from '@clutch/contract/formats'
import { IconArrowDownRight, IconArrowUpRight, IconPencil, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useItemPrices } from '#shared/live/live-store.ts'
import { ItemLink } from '#shared/market/ItemLink.tsx'
import { LotPrice } from '#shared/market/LotPrice.tsx'
import { QueuePlace } from '#shared/market/QueuePlace.tsx'
import type { Side } from '#shared/market/order-preview.ts'
import { usePricesLoad } from '#shared/market/prices.ts'
import { Button } from '#shared/ui/Button.tsx'
import type { Column } from '#shared/ui/DataRow.tsx'
import { DataTable } from '#shared/ui/DataTable.tsx'
import tables from '#shared/ui/DataTable.module.css'
import { Price } from '#shared/ui/Price.tsx'
import { useNowSec } from '#shared/ui/use-now.ts'
import { priceToBeat } from '../model/listing.ts'
import styles from './LotTable.module.css'

const AGE_STEP_MS = 30_000

interface LotTableProps {
  readonly side: Side
  readonly lots: readonly OwnLot[]
  /** Lots filled to the end a moment ago: they tell so, and do no more. */
  readonly gone: readonly OwnLot[]
  readonly chosen: ReadonlySet<string>
  readonly cancelling: readonly OwnLot[]
  readonly onChoose: (chosen: ReadonlySet<string>) => void
  readonly onCancel: (lot: OwnLot) => void
  readonly onChangePrice: (lot: OwnLot, startPrice: number) => void
}

/** Lots of one side, each linked to its item. The best price next to the player's own shows who is ahead. */
export function LotTable({ side, lots, gone, chosen, cancelling, onChoose, onCancel, onChangePrice }: LotTableProps) {
  const { t } = useTranslation(['market', 'listings'])
  const format = useFormat()
  const nameOf = useItemName()
  usePricesLoad()
  const nowSec = useNowSec(AGE_STEP_MS)
  const columns: readonly Column<OwnLot>[] = [
    {
      key: 'name',
      head: t('table.name'),
      isName: true,
      sortBy: (lot) => nameOf(lot.item_type_id),
      renderCell: (lot) => <ItemLink itemId={lot.item_type_id} />,
    },
    {
      key: 'price',
      head: t('table.price'),
      look: 'number',
      sortBy: ({ price }) => price,
      renderCell: (lot) => (
        <>
          <LotPrice lot={lot} />
          <QueuePlace lot={lot} />
        </>
      ),
    },
    {
      key: 'best',
      head: t(side === 'sell' ? 'table.min_price' : 'table.max_price'),
      look: 'number',
      renderCell: (lot) => <BestPrice lot={lot} onChangePrice={onChangePrice} />,
    },
    {
      key: 'count',
      head: t('table.quantity'),
      look: 'number',
      sortBy: ({ current_count }) => current_count,
      renderCell: ({ current_count, count }) => (
        <>
          {format.exact(current_count)}
          <span className={tables['quiet']}>/{format.exact(count)}</span>
        </>
      ),
    },
    {
      key: 'date',
      head: t('table.date'),
      look: 'quiet',
      sortBy: ({ created_at }) => created_at,
      renderCell: ({ created_at }) => (
        <>
          <time className={styles['date']} dateTime={new Date(created_at * SECOND_MS).toISOString()}>
            {format.dateTime(created_at)}
          </time>
          <span className={styles['age']} title={format.dateTime(created_at)}>
            {format.age(nowSec - created_at)}
          </span>
        </>
      ),
    },
    {
      key: 'acts',
      head: t('listings:actions'),
      look: 'acts',
      isHeadHidden: true,
      renderCell: (lot) =>
        isGone(lot) ? (
          <output className={styles['gone']}>{t(`listings:gone_${lot.type}`)}</output>
        ) : (
          <span className={styles['acts']}>
            <Button
              look="quiet"
              aria-label={t('listings:change_price_of', { name: nameOf(lot.item_type_id) })}
              title={t('listings:change_price')}
              onClick={() => onChangePrice(lot, lot.price)}
            >
              <IconPencil size={18} stroke={1.6} aria-hidden="true" className={styles['sign']} />
              <span className={styles['word']}>{t('listings:change_price')}</span>
            </Button>
            <Button isPending={cancelling.includes(lot)} title={t('lots.cancel')} onClick={() => onCancel(lot)}>
              <IconX size={18} stroke={1.6} aria-hidden="true" className={styles['sign']} />
              <span className={styles['word']}>{t('lots.cancel')}</span>
            </Button>
          </span>
        ),
    },
  ]
  return (
    <DataTable
      label={t(side === 'sell' ? 'lots.sell_lots' : 'lots.buy_lots')}
      columns={columns}
      rows={[...gone, ...lots]}
      keyOf={({ lot_uuid }) => lot_uuid}
      flashOf={({ current_count }) => current_count}
      isRowBusy={(lot) => isGone(lot) || cancelling.includes(lot)}
      selection={{
        chosen,
        onChoose,
        labelOf: (lot) => t('lots.select', { name: nameOf(lot.item_type_id) }),
        allLabel: t('lots.select_all'),
        isLocked: isGone,
      }}
    />
  )
}

function isGone({ current_count }: OwnLot): boolean {
  return current_count === 0
}

interface BestPriceProps {
  readonly lot: OwnLot
  readonly onChangePrice: (lot: OwnLot, startPrice: number) => void
}

/** The best price of the lot's side and, if another player is ahead, a button to beat it. */
function BestPrice({ lot, onChangePrice }: BestPriceProps) {
  const { t } = useTranslation('listings')
  const format = useFormat()
  const prices = useItemPrices(lot.item_type_id)
  const best = prices[lot.type]
  const better = isGone(lot) ? null : priceToBeat(lot, prices)
  const Arrow = lot.type === 'sell' ? IconArrowDownRight : IconArrowUpRight
  const words =
    better === null
      ? ''
      : t(better.isFirst ? `undercut_${lot.type}` : `match_${lot.type}`, { price: format.exact(better.price) })
  return (
    <>
      {best === 0 ? '–' : <Price coins={best} isExact />}
      {better !== null && (
        <button
          type="button"
          className={styles['rival']}
          title={words}
          aria-label={words}
          onClick={() => onChangePrice(lot, better.price)}
        >
          <Arrow size={14} aria-hidden="true" />
          {format.exact(better.price)}
        </button>
      )}
    </>
  )
}
