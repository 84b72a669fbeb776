import type { ReactNode } from 'react'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { readableColor } from '#shared/format/contrast.ts'
import { ItemTile } from '#shared/ui/ItemTile.tsx'
import styles from './ItemLine.module.css'

const TILE_SIZE = 30

/** An item's picture and name, and figures at the end of the line. */
export function ItemLine({ itemId, children }: { readonly itemId: number; readonly children: ReactNode }) {
  const { data: catalogue } = useCatalogue()
  const item = catalogue?.byId.get(itemId)
  const name = useItemName()(itemId)
  return (
    <span className={styles['line']}>
      <ItemTile item={item} size={TILE_SIZE} />
      <span className={styles['name']} style={{ color: readableColor(item?.NameColor ?? '') }}>
        {name}
      </span>
      <span className={styles['figures']}>{children}</span>
    </span>
  )
}
