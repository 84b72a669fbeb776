import type { Lot } from '@clutch/contract'
import { useFormat } from '../format/use-format.ts'
import { Coin } from '../ui/Coin.tsx'
import { Price } from '../ui/Price.tsx'
import styles from './LotPrice.module.css'

/** A lot's price in coins, and in the denomination in which it was entered. */
export function LotPrice({ lot }: { readonly lot: Lot }) {
  const format = useFormat()
  return (
    <span className={styles['price']}>
      <Price coins={lot.price} isExact />
      {lot.prefer_lot_currency !== 'coin' && (
        <span className={styles['preferred']}>
          <Coin coin={lot.prefer_lot_currency} size={12} />
          {format.exact(lot.prefer_lot_price)}
        </span>
      )}
    </span>
  )
}
