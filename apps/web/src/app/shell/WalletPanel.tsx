import { COIN_RATES, STORE_COINS, type StoreCoin } from '@clutch/contract/constants'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSteamWallet } from '#shared/account/steam-wallet.ts'
import { useFormat } from '#shared/format/use-format.ts'
import buttons from '#shared/ui/Button.module.css'
import { classNames } from '#shared/ui/class-names.ts'
import { Coin } from '#shared/ui/Coin.tsx'
import { Popover } from '#shared/ui/Popover.tsx'
import styles from './Wallet.module.css'

const TOP_UP_LOOK = classNames(buttons['button'], buttons['accent'])

interface WalletPanelProps {
  readonly opener: Element
  readonly coins: number
  readonly onClose: () => void
}

/** The balance in full, what it is in store coins, the coins on the store platform, and the way to exchange them. */
export function WalletPanel({ opener, coins, onClose }: WalletPanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data: store } = useSteamWallet()
  return (
    <Popover opener={opener} label={t('wallet.title')} className={styles['panel']} onClose={onClose}>
      <p className={styles['whole']}>
        <Coin coin="coin" size={24} />
        {t('coins', { count: coins, amount: format.exact(coins) })}
      </p>
      <Amounts title={t('wallet.worth')} countOf={(coin) => denominationOf(coins, coin)} />
      {store !== undefined && <Amounts title={t('wallet.store')} countOf={(coin) => store[`${coin}_coins`]} />}
      <Link to="/marketplace/exchange" className={TOP_UP_LOOK} onClick={onClose}>
        <IconPlus size={16} aria-hidden="true" />
        {t('wallet.top_up')}
      </Link>
    </Popover>
  )
}

interface AmountsProps {
  readonly title: string
  readonly countOf: (coin: StoreCoin) => number
}

function Amounts({ title, countOf }: AmountsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <section className={styles['amounts']} aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {STORE_COINS.map((coin) => (
          <li key={coin}>
            <Coin coin={coin} size={18} />
            {t(`wallet.${coin}`, { amount: format.exact(countOf(coin)) })}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** How many whole coins of a denomination an amount has, after those of the larger ones. */
function denominationOf(coins: number, coin: StoreCoin): number {
  const larger = { gold: Infinity, silver: COIN_RATES.gold, bronze: COIN_RATES.silver }[coin]
  return Math.floor((coins % larger) / COIN_RATES[coin])
}
