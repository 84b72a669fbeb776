import tables from './DataTable.module.css'
import { Price } from './Price.tsx'

/** A profit or loss, shown by sign as well as by colour. */
export function Gain({ coins }: { readonly coins: number }) {
  const look = coins > 0 ? tables['gain'] : coins < 0 ? tables['loss'] : tables['quiet']
  return (
    <span className={look}>
      <Price coins={Math.abs(coins)} isExact sign={coins > 0 ? '+' : coins < 0 ? '−' : ''} />
    </span>
  )
}
