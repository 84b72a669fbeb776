import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { useCoins } from '#shared/live/live-store.ts'
import { lazyChunk } from '#shared/loading/lazy-chunk.tsx'
import { Coin } from '#shared/ui/Coin.tsx'
import { useFlash } from '#shared/ui/use-flash.ts'
import styles from './Wallet.module.css'

const WalletPanel = lazyChunk(async () => (await import('./WalletPanel.tsx')).WalletPanel)

/** Larger balances are shortened to fit the header. */
const EXACT_BELOW = 100_000_000

/** The balance in Surprise coins; opens a panel with its value and the coins on the store platform. */
export function Wallet() {
  const { t } = useTranslation()
  const format = useFormat()
  const coins = useCoins()
  const flash = useFlash<HTMLButtonElement>(coins ?? 0, 0)
  const [opener, setOpener] = useState<Element | null>(null)
  if (coins === undefined) return <div className={styles['wallet']} aria-hidden="true" />
  const exact = t('coins', { count: coins, amount: format.exact(coins) })
  return (
    <>
      <button
        type="button"
        ref={flash}
        className={styles['wallet']}
        title={exact}
        aria-haspopup="dialog"
        aria-expanded={opener !== null}
        onClick={({ currentTarget }) => setOpener(opener === null ? currentTarget : null)}
      >
        <Coin coin="coin" size={18} />
        <span className="visually-hidden">{t('wallet.balance', { amount: exact })}</span>
        <span aria-hidden="true">{coins < EXACT_BELOW ? format.exact(coins) : format.price(coins)}</span>
      </button>
      <Suspense>
        {opener !== null && <WalletPanel opener={opener} coins={coins} onClose={() => setOpener(null)} />}
      </Suspense>
    </>
  )
}
