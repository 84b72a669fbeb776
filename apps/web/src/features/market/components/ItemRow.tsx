import type { ItemDefinition } from '@clutch/contract'
import { IconStarFilled } from '@tabler/icons-react'
import { readableColor } from '#shared/format/contrast.ts'
import { useItemPrices, useOwnedCount } from '#shared/live/live-store.ts'
import { ItemTile } from '#shared/ui/ItemTile.tsx'
import { useFlash } from '#shared/ui/use-flash.ts'
import type { ItemStat } from '#shared/market/market-stat.ts'
import type { RowTexts } from '../hooks/use-row-texts.ts'
import type { MarketColumn } from '../model/columns.ts'
import { spreadOf } from '../model/market-list.ts'
import styles from './ItemRow.module.css'
import { RowSpread, RowStats, RowWorth } from './RowStats.tsx'

const TILE_SIZE = 28

interface ItemRowProps {
  readonly item: ItemDefinition
  readonly texts: RowTexts
  readonly elementId: string
  readonly top: number
  readonly position: number
  readonly listLength: number
  readonly isSelected: boolean
  readonly isWatched: boolean
  readonly columns: readonly MarketColumn[]
  /** Undefined where it was not traded lately, or nothing is known yet. */
  readonly stat: ItemStat | undefined
  readonly onSelect: (itemId: number) => void
}

/** One item of the market. Its own subscription to prices keeps the other rows still when this one moves. */
export function ItemRow({ item, texts, elementId, isSelected, isWatched, onSelect, ...place }: ItemRowProps) {
  const { top, position, listLength, columns, stat } = place
  const name = texts.name(item)
  const owned = useOwnedCount(item.Itemdefid)
  const prices = useItemPrices(item.Itemdefid)
  return (
    // Keys are handled by the listbox, which holds the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={elementId}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="option"
      aria-selected={isSelected}
      aria-posinset={position}
      aria-setsize={listLength}
      className={styles['row']}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => onSelect(item.Itemdefid)}
    >
      <ItemTile item={item} size={TILE_SIZE} />
      <span className={styles['label']}>
        <span className={styles['name']} style={{ color: readableColor(item.NameColor) }} title={name}>
          {name}
          {isWatched && (
            <span className={styles['watched']} title={texts.watched}>
              <IconStarFilled size={12} aria-hidden="true" />
              <span className="visually-hidden">{texts.watched}</span>
            </span>
          )}
        </span>
        {owned > 0 && (
          <span className={styles['owned']} title={texts.inInventory(owned)}>
            <span className="visually-hidden">{texts.inInventory(owned)}</span>
            <span aria-hidden="true">×{texts.format.quantity(owned)}</span>
          </span>
        )}
      </span>
      {columns.includes('sell') && (
        <RowPrice texts={texts} itemId={item.Itemdefid} side="sell" price={prices.sell} own={prices.mySell} />
      )}
      {columns.includes('buy') && (
        <RowPrice texts={texts} itemId={item.Itemdefid} side="buy" price={prices.buy} own={prices.myBuy} />
      )}
      <RowStats texts={texts} columns={columns} stat={stat} />
      {columns.includes('spread') && <RowSpread texts={texts} spread={spreadOf(prices)} />}
      {columns.includes('worth') && <RowWorth texts={texts} coins={owned * prices.buy} />}
    </div>
  )
}

interface RowPriceProps {
  readonly texts: RowTexts
  readonly itemId: number
  readonly side: 'buy' | 'sell'
  readonly price: number
  readonly own: number
}

function RowPrice({ texts, itemId, side, price, own }: RowPriceProps) {
  const { format } = texts
  const flash = useFlash<HTMLSpanElement>(price, itemId)
  const label = side === 'sell' ? texts.buyNow : texts.sellNow
  return (
    <span
      ref={flash}
      data-live
      className={styles[side]}
      title={price === 0 ? label : `${label}: ${format.exact(price)}`}
    >
      <span className="visually-hidden">{label}</span>
      {price === 0 ? <span className={styles['none']}>–</span> : format.price(price)}
      {own > 0 && (
        <span className={styles['own']} title={texts.ownPrice(own)}>
          {format.price(own)}
        </span>
      )}
    </span>
  )
}
