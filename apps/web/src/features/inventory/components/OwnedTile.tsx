import { IconShoppingCart } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { itemColor, readableColor } from '#shared/format/contrast.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { itemHash } from '#shared/market/item-address.ts'
import { ItemTile } from '#shared/ui/ItemTile.tsx'
import { Price } from '#shared/ui/Price.tsx'
import { useFlash } from '#shared/ui/use-flash.ts'
import type { OwnedItem } from '../model/inventory-grid.ts'
import styles from './OwnedTile.module.css'

const TILE_SIZE = 64

interface OwnedTileProps {
  readonly entry: OwnedItem
  /** Coins for one at a fair price; 0 when unknown. */
  readonly fairPrice: number
  readonly onOpen: () => void
  /** Undefined while nothing is being chosen. */
  readonly choice: { readonly isChosen: boolean; readonly onToggle: () => void } | undefined
}

/** One owned item: it opens, leads to the market, or is chosen for a sale. */
export function OwnedTile({ entry: { itemId, item, count }, fairPrice, onOpen, choice }: OwnedTileProps) {
  const { t } = useTranslation(['inventory', 'market'])
  const format = useFormat()
  const name = useItemName()(itemId)
  const flash = useFlash<HTMLLIElement>(count, itemId)
  const value = fairPrice > 0 ? format.price(fairPrice * count) : ''
  const canSell = item?.CanSell === true
  return (
    <li
      ref={flash}
      className={styles['tile']}
      style={{ '--item-color': itemColor(item?.NameColor ?? '') }}
      data-chosen={choice?.isChosen === true || undefined}
    >
      <button
        type="button"
        className={styles['open']}
        title={name}
        // All that is to be read on it, so that it can be called by what one sees.
        aria-label={t(choice === undefined ? 'open_item' : 'sell.choose', { name: `${name} ${value}`.trim() })}
        aria-pressed={choice?.isChosen}
        disabled={choice !== undefined && !canSell}
        onClick={choice === undefined ? onOpen : choice.onToggle}
      >
        <ItemTile item={item} size={TILE_SIZE} />
        <span className={styles['name']} style={{ color: readableColor(item?.NameColor ?? '') }}>
          {name}
        </span>
        <span className={styles['value']}>{fairPrice > 0 && <Price coins={fairPrice * count} size={12} />}</span>
      </button>
      <span className={styles['count']} title={format.exact(count)}>
        <span className="visually-hidden">{t('owned', { amount: format.exact(count) })}</span>
        <span aria-hidden="true">×{format.quantity(count)}</span>
      </span>
      {canSell && choice === undefined && (
        <Link
          to="/marketplace/market"
          hash={itemHash(itemId)}
          className={styles['buy']}
          aria-label={`${t('popup.buy')}: ${name}`}
          title={t('popup.buy')}
        >
          <IconShoppingCart size={14} />
        </Link>
      )}
    </li>
  )
}
