import { STORE_COINS } from '@clutch/contract/constants'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSteamWallet } from '#shared/account/steam-wallet.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useCoins } from '#shared/live/live-store.ts'
import { Coin } from '#shared/ui/Coin.tsx'
import { useFlash } from '#shared/ui/use-flash.ts'
import styles from './Wallet.module.css'

/** Larger balances are shortened to fit the header. */
const EXACT_BELOW = 100_000_000

/** The balance in Surprise coins, its value, and the store coins; links to the exchange. */
export function Wallet() {
  const { t } = useTranslation()
  const format = useFormat()
  const coins = useCoins()
  const flash = useFlash<HTMLAnchorElement>(coins ?? 0, 0)
  if (coins === undefined) return <div className={styles['wallet']} aria-hidden="true" />
  const worth = format.denominated(coins)
  const exact = t('coins', { count: coins, amount: format.exact(coins) })
  return (
    <Link
      to="/marketplace/exchange"
      ref={flash}
      className={styles['wallet']}
      title={t('joined', { first: exact, second: t('wallet.top_up') })}
    >
      <span className={styles['amount']}>
        <Coin coin="coin" size={18} />
        <span className="visually-hidden">{t('wallet.balance', { amount: exact })}</span>
        <span aria-hidden="true">{coins < EXACT_BELOW ? format.exact(coins) : format.price(coins)}</span>
      </span>
      <span className={styles['worth']} aria-hidden="true">
        <Coin coin={worth.coin} size={14} />
        {worth.text}
      </span>
      <StoreCoins />
      <span className={styles['topUp']}>
        <IconPlus size={14} stroke={2.2} aria-hidden="true" />
        <span className="visually-hidden">. {t('wallet.top_up')}</span>
      </span>
    </Link>
  )
}

/** Coins on the store platform; nothing until they are known. */
function StoreCoins() {
  const { t } = useTranslation()
  const format = useFormat()
  const { data } = useSteamWallet()
  if (data === undefined) return null
  return (
    <span className={styles['store']}>
      {STORE_COINS.map((coin) => {
        const count = data[`${coin}_coins`]
        return (
          <span key={coin} className={styles['storeCoin']} title={t(`wallet.${coin}`, { amount: format.exact(count) })}>
            <Coin coin={coin} size={14} />
            <span className="visually-hidden">. {t(`wallet.${coin}`, { amount: format.exact(count) })}</span>
            <span aria-hidden="true">{format.price(count)}</span>
          </span>
        )
      })}
    </span>
  )
}
