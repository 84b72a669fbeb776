import { useTranslation } from 'react-i18next'
import pages from '#shared/ui/TablePage.module.css'
import { useAddressView } from '#shared/ui/use-address-view.ts'
import { useTitle } from '#shared/ui/use-title.ts'
import { FlipFilters } from './components/FlipFilters.tsx'
import { FlipTable } from './components/FlipTable.tsx'
import styles from './FlipsPage.module.css'
import { listFlips, readFlipView, writeFlipView } from './model/flip-view.ts'
import { useMarketFee } from '#shared/account/own-lots.ts'
import { NO_PRICES } from '#shared/live/live-holdings.ts'
import { useActivity } from '#shared/market/activity.ts'
import { usePricesLoad } from '#shared/market/prices.ts'
import { useSampledPrices } from '#shared/market/use-sampled-prices.ts'
import { findFlip, type Flip } from './model/flip.ts'

/** Items that can be bought and resold at a profit; the filters are in the URL. */
export function FlipsPage() {
  const { t } = useTranslation('flips')
  useTitle(t('title'))
  const [view, change] = useAddressView({ read: readFlipView, write: writeFlipView, navigation: { replace: true } })
  const { flips, error, retry } = useFlips()
  const listed = flips === undefined ? undefined : listFlips(flips, view)
  return (
    <div className={pages['page']}>
      <h2 className={pages['title']}>{t('title')}</h2>
      <p className={styles['note']}>{t('note')}</p>
      <FlipFilters view={view} onChange={change} />
      <FlipTable
        flips={listed}
        emptyText={t(flips?.length === 0 ? 'empty' : 'nothing_passes')}
        error={error}
        onRetry={retry}
      />
    </div>
  )
}

/** Every flip that open prices and the market's activity allow. */
function useFlips() {
  const activity = useActivity()
  const loaded = usePricesLoad()
  const feeBasisPoints = useMarketFee()
  const isLoaded = loaded.data === true
  const prices = useSampledPrices(isLoaded)
  const flips = activity.data?.flatMap((item): Flip[] => {
    const flip = findFlip(item, prices.get(item.item_id) ?? NO_PRICES, feeBasisPoints)
    return flip === undefined ? [] : [flip]
  })
  return {
    flips: isLoaded ? flips : undefined,
    error: activity.error ?? loaded.error,
    retry: () => void Promise.all([activity.refetch(), loaded.refetch()]),
  }
}
