import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCatalogue } from '../catalogue/catalogue.ts'
import { useItemName } from '../catalogue/use-item-name.ts'
import { useFormat } from '../format/use-format.ts'
import { useOwnedCount } from '../live/live-store.ts'
import { itemHash } from '../market/item-address.ts'
import { classNames } from '../ui/class-names.ts'
import { ItemTile } from '../ui/ItemTile.tsx'
import styles from './ItemChip.module.css'

const TILE_SIZE = 28

interface NeedChipProps {
  readonly itemId: number
  readonly need: number
  /** On hold while the job runs, and returned. */
  readonly isKept?: boolean
}

/** An ingredient as have/need; if too few, it says so and links to the market. */
export function NeedChip({ itemId, need, isKept = false }: NeedChipProps) {
  const { t } = useTranslation('production')
  const format = useFormat()
  const { data: catalogue } = useCatalogue()
  const name = useItemName()(itemId)
  const have = useOwnedCount(itemId)
  const isShort = have < need
  const item = catalogue?.byId.get(itemId)
  const label = t(isShort ? 'chip.short' : isKept ? 'chip.kept' : 'chip.enough', {
    name,
    have: format.quantity(have),
    need: format.quantity(need),
  })
  const content = (
    <>
      <ItemTile item={item} size={TILE_SIZE} />
      <span className={styles['figures']} aria-hidden="true">
        {format.quantity(have)}/{format.quantity(need)}
      </span>
    </>
  )
  const look = classNames(styles['chip'], isShort && styles['short'], isKept && styles['kept'])
  return isShort && item?.CanSell === true ? (
    <Link to="/marketplace/market" hash={itemHash(itemId)} className={look} aria-label={label}>
      {content}
    </Link>
  ) : (
    <span className={look}>
      <span className="visually-hidden">{label}</span>
      {content}
    </span>
  )
}

interface YieldChipProps {
  readonly itemId: number
  /** Formatted: "3", "2–6", "12 %". */
  readonly amount: string
}

/** An output and its amount. */
export function YieldChip({ itemId, amount }: YieldChipProps) {
  const { data: catalogue } = useCatalogue()
  const name = useItemName()(itemId)
  return (
    <span className={styles['chip']}>
      <ItemTile item={catalogue?.byId.get(itemId)} size={TILE_SIZE} />
      <span className="visually-hidden">{name}</span>
      <span className={styles['figures']}>{amount}</span>
    </span>
  )
}
