import type { Lot } from '@clutch/contract'
import { SECOND_MS } from '@clutch/contract/formats'
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { readableColor } from '#shared/format/contrast.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useItemPrices } from '#shared/live/live-store.ts'
import { ItemLink } from '#shared/market/ItemLink.tsx'
import { LotPrice } from '#shared/market/LotPrice.tsx'
import { Button } from '#shared/ui/Button.tsx'
import tables from '#shared/ui/DataTable.module.css'
import { ItemTile } from '#shared/ui/ItemTile.tsx'
import { Price } from '#shared/ui/Price.tsx'
import { useFlash } from '#shared/ui/use-flash.ts'
import { priceToBeat } from '../model/listing.ts'
import styles from './LotRow.module.css'

const TILE_SIZE = 32

interface LotRowProps {
  readonly lot: Lot
  readonly ageSec: number
  readonly isChosen: boolean
  readonly isCancelling: boolean
  readonly onToggle: () => void
  readonly onCancel: () => void
  readonly onChangePrice: (startPrice: number) => void
}

/** One lot: its whole row leads to the item's place on the market. One that is gone tells so, and does no more. */
export function LotRow({ lot, ageSec, isChosen, isCancelling, ...acts }: LotRowProps) {
  const { t } = useTranslation(['market', 'listings'])
  const format = useFormat()
  const { data: catalogue } = useCatalogue()
  const item = catalogue?.byId.get(lot.item_type_id)
  const name = useItemName()(lot.item_type_id)
  const prices = useItemPrices(lot.item_type_id)
  const flash = useFlash<HTMLTableRowElement>(lot.current_count, lot.item_type_id)
  const isGone = lot.current_count === 0
  const best = prices[lot.type]
  return (
    <tr ref={flash} aria-busy={isCancelling || isGone}>
      <td className={tables['check']}>
        <input
          type="checkbox"
          aria-label={t('lots.select', { name })}
          checked={isChosen}
          disabled={isGone}
          onChange={acts.onToggle}
        />
      </td>
      <td>
        <ItemLink itemId={lot.item_type_id}>
          <ItemTile item={item} size={TILE_SIZE} />
          <span style={{ color: readableColor(item?.NameColor ?? '') }}>{name}</span>
        </ItemLink>
      </td>
      <td className={tables['number']} data-label={t('table.price')}>
        <LotPrice lot={lot} />
      </td>
      <td className={tables['number']} data-label={t(lot.type === 'sell' ? 'table.min_price' : 'table.max_price')}>
        {best === 0 ? '–' : <Price coins={best} isExact />}
        {!isGone && <RivalMark lot={lot} priceCoins={priceToBeat(lot, prices)} onPress={acts.onChangePrice} />}
      </td>
      <td className={tables['number']} data-label={t('table.quantity')}>
        {format.exact(lot.current_count)}
        <span className={tables['quiet']}>/{format.exact(lot.count)}</span>
      </td>
      <td className={tables['quiet']} data-label={t('table.date')}>
        <time dateTime={new Date(lot.created_at * SECOND_MS).toISOString()}>{format.dateTime(lot.created_at)}</time>
        <span className={styles['age']}>{format.age(ageSec)}</span>
      </td>
      <td className={tables['number']}>
        {isGone ? (
          <output className={styles['gone']}>{t(`listings:gone_${lot.type}`)}</output>
        ) : (
          <span className={styles['acts']}>
            <Button
              look="quiet"
              aria-label={t('listings:change_price_of', { name })}
              onClick={() => acts.onChangePrice(lot.price)}
            >
              {t('listings:change_price')}
            </Button>
            <Button isPending={isCancelling} onClick={acts.onCancel}>
              {t('lots.cancel')}
            </Button>
          </span>
        )}
      </td>
    </tr>
  )
}

interface RivalMarkProps {
  readonly lot: Lot
  readonly priceCoins: number | null
  readonly onPress: (startPrice: number) => void
}

/** Somebody is in front: the price that would beat them, ready to be taken. */
function RivalMark({ lot, priceCoins, onPress }: RivalMarkProps) {
  const { t } = useTranslation('listings')
  const format = useFormat()
  if (priceCoins === null) return null
  const Arrow = lot.type === 'sell' ? IconArrowDownRight : IconArrowUpRight
  return (
    <button
      type="button"
      className={styles['rival']}
      title={t(`undercut_${lot.type}`, { price: format.exact(priceCoins) })}
      aria-label={t(`undercut_${lot.type}`, { price: format.exact(priceCoins) })}
      onClick={() => onPress(priceCoins)}
    >
      <Arrow size={14} aria-hidden="true" />
      {format.exact(priceCoins)}
    </button>
  )
}
