import { Link } from '@tanstack/react-router'
import { useCatalogue } from '../catalogue/catalogue.ts'
import { useItemName } from '../catalogue/use-item-name.ts'
import { readableColor } from '../format/contrast.ts'
import styles from '../ui/DataTable.module.css'
import { ItemTile } from '../ui/ItemTile.tsx'
import { itemHash } from './item-address.ts'

const TILE_SIZE = 32

/** An item's picture and name, linking to its market page; in a table the whole row is clickable. */
export function ItemLink({ itemId }: { readonly itemId: number }) {
  const { data: catalogue } = useCatalogue()
  const item = catalogue?.byId.get(itemId)
  const name = useItemName()(itemId)
  return (
    <Link to="/marketplace/market" hash={itemHash(itemId)} className={styles['item']}>
      <ItemTile item={item} size={TILE_SIZE} />
      <span style={{ color: readableColor(item?.NameColor ?? '') }}>{name}</span>
    </Link>
  )
}
