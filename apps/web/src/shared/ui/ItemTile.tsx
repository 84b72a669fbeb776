import type { ItemDefinition } from '@clutch/contract'
import { IconCube } from '@tabler/icons-react'
import { useState } from 'react'
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
 * An item's picture on the backplate of its category, framed by its rarity: the game's own, or an icon in two tones. The
 * name is next to it, so the picture has no alt text. Hovering it opens the item's card, which `ItemCards` draws.
 */
export function ItemTile({ item, size, isGlowing = false }: ItemTileProps) {
  const color = itemColor(item?.NameColor ?? '')
  const plate = backplateOf(item)
  return (
    <span
      data-item={item?.Itemdefid}
      data-rarity={rarityOf(item)}
      data-plate={plate?.color}
      data-shape={plate?.picture === undefined ? plate?.shape : undefined}
      className={classNames(styles['tile'], isGlowing && styles['glowing'])}
      style={{ width: size, height: size, '--item-color': color, '--item-ink': readableColor(color) }}
    >
      {plate?.picture !== undefined && <img className={styles['plate']} src={plate.picture} alt="" loading="lazy" />}
      <Picture item={item} size={size} />
    </span>
  )
}

/** Share of the tile. The game's own pictures have their own edges. */
const ICON_SHARE = 0.68
const PICTURE_SHARE = 0.88

interface PictureProps {
  readonly item: ItemDefinition | undefined
  /** Of the tile. */
  readonly size: number
}

function Picture({ item, size }: PictureProps) {
  const url = item?.IconUrl ?? ''
  const iconSize = Math.round(size * ICON_SHARE)
  if (url.startsWith('/sprite') && url.includes('#')) {
    return (
      <svg width={iconSize} height={iconSize} aria-hidden="true" fill="currentColor">
        <use href={url} />
        <use href={url} />
      </svg>
    )
  }
  if (item !== undefined && /^(?:https:\/)?\//.test(url)) return <OwnPicture key={url} item={item} size={size} />
  return <IconCube size={iconSize} aria-hidden="true" />
}

/** The game's own picture; the item's initial while it cannot be loaded. */
function OwnPicture({ item, size }: PictureProps & { readonly item: ItemDefinition }) {
  const [isMissing, setMissing] = useState(false)
  if (isMissing) return <span aria-hidden="true">{Array.from(item.Name).at(0)}</span>
  const width = Math.round(size * PICTURE_SHARE)
  return <img src={item.IconUrl} width={width} height={width} alt="" loading="lazy" onError={() => setMissing(true)} />
}
