import { useTranslation } from 'react-i18next'
import { useSteamWallet } from '#shared/account/steam-wallet.ts'
import { useCoins } from '#shared/live/live-store.ts'
import { Button } from '#shared/ui/Button.tsx'
import pages from '#shared/ui/TablePage.module.css'
import { useTitle } from '#shared/ui/use-title.ts'
import { ConversionCard } from './components/ConversionCard.tsx'
import { ExchangeList } from './components/ExchangeList.tsx'
import styles from './ExchangePage.module.css'
import { useExchangeToasts } from './hooks/use-exchange.ts'
import { CONVERSIONS } from './model/conversion.ts'

/** Exchanges store coins and Surprise coins, both ways, and lists the exchanges. */
export function ExchangePage() {
  const { t } = useTranslation('exchange')
  useTitle(t('title'))
  useExchangeToasts()
  const coins = useCoins()
  const wallet = useSteamWallet()
  return (
    <div className={pages['page']}>
      <h2 className={pages['title']}>{t('title')}</h2>
      <p className={styles['note']}>{t('note')}</p>
      {wallet.isError && (
        <p className={styles['away']} role="alert">
          {t('wallet_away')} <Button onClick={() => void wallet.refetch()}>{t('shell:action.retry')}</Button>
        </p>
      )}
      <div className={styles['cards']}>
        {CONVERSIONS.map((conversion) => (
          <ConversionCard
            key={`${conversion.direction}/${conversion.coin}`}
            conversion={conversion}
            owned={conversion.direction === 'to_steam' ? coins : wallet.data?.[`${conversion.coin}_coins`]}
          />
        ))}
      </div>
      <h3 className={styles['subtitle']}>{t('list.title')}</h3>
      <ExchangeList />
    </div>
  )
}
