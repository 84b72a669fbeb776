import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { useCoins } from '#shared/live/live-store.ts'
import { Coin } from '#shared/ui/Coin.tsx'
import { useFlash } from '#shared/ui/use-flash.ts'
import styles from './Wallet.module.css'

/** From here on digits no longer fit a header. */
const EXACT_BELOW = 100_000_000

/** The balance in Surprise coins, and what it is worth in the store's coins. */
export function Wallet() {
  const { t } = useTranslation()
  const format = useFormat()
  const coins = useCoins()
  const flash = useFlash<HTMLDivElement>(coins ?? 0, 0)
  if (coins === undefined) return <div className={styles['wallet']} aria-hidden="true" />
  const worth = format.denominated(coins)
  const exact = t('coins', { count: coins, amount: format.exact(coins) })
  return (
    <div ref={flash} className={styles['wallet']} title={exact}>
      <span className={styles['amount']}>
        <Coin coin="coin" size={18} />
        <span className="visually-hidden">{t('wallet.balance', { amount: exact })}</span>
        <span aria-hidden="true">{coins < EXACT_BELOW ? format.exact(coins) : format.price(coins)}</span>
      </span>
      <span className={styles['worth']} aria-hidden="true">
        <Coin coin={worth.coin} size={14} />
        {worth.text}
      </span>
    </div>
  )
}
