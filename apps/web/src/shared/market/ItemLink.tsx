import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { itemHash } from './item-address.ts'
import styles from '../ui/DataTable.module.css'

/** Leads to an item's place on the market; in a table the whole row answers to it. */
export function ItemLink({ itemId, children }: { readonly itemId: number; readonly children: ReactNode }) {
  return (
    <Link to="/marketplace/market" hash={itemHash(itemId)} className={styles['item']}>
      {children}
    </Link>
  )
}
