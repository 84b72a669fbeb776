import type { ItemDefinition } from '@clutch/contract'
import { IconCube } from '@tabler/icons-react'
import { backplateOf } from '../catalogue/backplates.ts'
import { rarityOf } from '../catalogue/rarity.ts'
import { itemColor, readableColor } from '../format/contrast.ts'
import { classNames } from './class-names.ts'
import styles from './ItemTile.module.css'

interface ItemTileProps {
  readonly item: ItemDefinition | undefined
  readonly size: number
  /** A soft halo in the item's colour, for a tile outside a list. */
  readonly isGlowing?: boolean
}

/**
 * An item's picture in two tones on the backplate of its category, framed by its rarity. The name is next to it, so the
 * picture has no alt text. Hovering it opens the item's card, which `ItemCards` draws.
 */
export function ItemTile({ item, size, isGlowing = false }: ItemTileProps) {
  const color = itemColor(item?.NameColor ?? '')
  const plate = backplateOf(item)
  return (
    <span
      data-item={item?.Itemdefid}
      data-rarity={rarityOf(item)}
      data-plate={plate?.color}
      data-shape={plate?.shape}
      className={classNames(styles['tile'], isGlowing && styles['glowing'])}
      style={{ width: size, height: size, '--item-color': color, '--item-ink': readableColor(color) }}
    >
      <Picture url={item?.IconUrl ?? ''} size={Math.round(size * PICTURE_SHARE)} />
    </span>
  )
}

const PICTURE_SHARE = 0.68

function Picture({ url, size }: { readonly url: string; readonly size: number }) {
  if (url.startsWith('/sprite') && url.includes('#')) {
    return (
      <svg width={size} height={size} aria-hidden="true" fill="currentColor">
        <use href={url} />
        <use href={url} />
      </svg>
    )
  }
  if (url.startsWith('https://')) return <img src={url} width={size} height={size} alt="" loading="lazy" />
  return <IconCube size={size} aria-hidden="true" />
}
