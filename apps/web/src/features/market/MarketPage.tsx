import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '#shared/loading/lazy-part.tsx'
import { PageFallback } from '#shared/loading/PageFallback.tsx'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { itemName } from '#shared/catalogue/item-text.ts'
import { noteLook } from '#shared/guide/looked.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { Button } from '#shared/ui/Button.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#shared/ui/States.tsx'
import { useTitle } from '#shared/ui/use-title.ts'
import { usePricesLoad } from '#shared/market/prices.ts'
import { MarketListPane } from './components/MarketListPane.tsx'
import { useSelectedItem } from './hooks/market-address.ts'
import styles from './MarketPage.module.css'

/** The list alone is what most come for first: an item's view follows, or comes along when the address names an item. */
const ItemDetailsPanel = lazyPart(async () => (await import('./components/ItemDetailsPanel.tsx')).ItemDetailsPanel)
const MarketStrip = lazyPart(async () => (await import('./components/MarketStrip.tsx')).MarketStrip)

/** All items beside the selected one; on a phone, one after the other. */
export function MarketPage() {
  const { t } = useTranslation('market')
  const language = useLanguage()
  const catalogue = useCatalogue()
  usePricesLoad()
  const { itemId, clear } = useSelectedItem()
  useEffect(() => {
    if (itemId !== undefined) noteLook()
  }, [itemId])
  const item = itemId === undefined ? undefined : catalogue.data?.byId.get(itemId)
  // Items that cannot be sold, and unknown ones, have no trading page (rules §16).
  const isUntradable = itemId !== undefined && catalogue.data !== undefined && item?.CanSell !== true
  useTitle(item === undefined ? t('title') : itemName(item, language))

  return (
    <div className={classNames(styles['page'], itemId !== undefined && styles['selected'])}>
      <section className={styles['list']} aria-label={t('list.label')}>
        {catalogue.isError ? (
          <ErrorState error={catalogue.error} onRetry={() => void catalogue.refetch()} />
        ) : catalogue.data === undefined ? (
          <SkeletonRows />
        ) : (
          <MarketListPane items={catalogue.data.items} />
        )}
      </section>
      <section className={styles['details']} aria-label={t('details.label')}>
        {isUntradable ? (
          <EmptyState action={<Button onClick={clear}>{t('details.back')}</Button>}>
            {t('details.untradable')}
          </EmptyState>
        ) : itemId === undefined ? (
          <EmptyState>{t('details.nothing_selected')}</EmptyState>
        ) : (
          <Suspense fallback={<PageFallback />}>
            <ItemDetailsPanel key={itemId} itemId={itemId} item={item} onBack={clear} />
          </Suspense>
        )}
      </section>
      <Suspense>
        <MarketStrip />
      </Suspense>
    </div>
  )
}
