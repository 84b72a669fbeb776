import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeferredRender } from '#shared/ui/gradual-rendering.tsx'
import { lazyChunk, useIsIdle } from '#shared/loading/lazy-chunk.tsx'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { itemName } from '#shared/catalogue/item-text.ts'
import { recordFirstLook } from '#shared/guide/first-look.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { Button } from '#shared/ui/Button.tsx'
import { EmptyState, ErrorState } from '#shared/ui/States.tsx'
import { useMedia } from '#shared/ui/use-media.ts'
import { useTitle } from '#shared/ui/use-title.ts'
import { itemOfHash } from '#shared/market/item-address.ts'
import { usePricesLoad } from '#shared/market/prices.ts'
import { MarketListPane } from './components/MarketListPane.tsx'
import { ItemSkeleton, ListSkeleton } from './components/MarketSkeletons.tsx'
import { ONE_PANE, useSelectedItem } from './hooks/market-address.ts'
import styles from './MarketPage.module.css'

/** The list alone is what most come for first: an item's view follows, or comes along when the address names an item. */
const ItemDetailsPanel = lazyChunk(async () => (await import('./components/ItemDetailsPanel.tsx')).ItemDetailsPanel)
if (itemOfHash(window.location.hash) !== undefined) void ItemDetailsPanel.preload()
const MarketStrip = lazyChunk(async () => (await import('./components/MarketStrip.tsx')).MarketStrip)

/** The item list next to the selected item; on a phone, one at a time. */
export function MarketPage() {
  const { t } = useTranslation('market')
  const language = useLanguage()
  const catalogue = useCatalogue()
  usePricesLoad()
  const { itemId, clear } = useSelectedItem()
  useEffect(() => {
    if (itemId !== undefined) recordFirstLook()
  }, [itemId])
  // Behind an item that has the page to itself, the list waits until that has been drawn.
  const isListSeen = !useMedia(ONE_PANE) || itemId === undefined
  const isIdle = useIsIdle()
  const [isListDue, setListDue] = useState(false)
  if (!isListDue && (isListSeen || isIdle)) setListDue(true)
  const item = itemId === undefined ? undefined : catalogue.data?.byId.get(itemId)
  // Items that cannot be sold, and unknown ones, have no trading page (rules §16).
  const isUntradable = itemId !== undefined && catalogue.data !== undefined && item?.CanSell !== true
  useTitle(item === undefined ? t('title') : itemName(item, language))

  return (
    <div className={classNames(styles['page'], itemId !== undefined && styles['selected'])}>
      <section className={styles['list']} aria-label={t('list.label')}>
        {catalogue.isError ? (
          <ErrorState error={catalogue.error} onRetry={() => void catalogue.refetch()} />
        ) : catalogue.data === undefined || !isListDue ? (
          <ListSkeleton />
        ) : (
          <DeferredRender fallback={<ListSkeleton />}>
            <MarketListPane items={catalogue.data.items} />
          </DeferredRender>
        )}
      </section>
      <section className={styles['details']} aria-label={t('details.label')}>
        {isUntradable ? (
          <EmptyState subject="search" action={<Button onClick={clear}>{t('details.back')}</Button>}>
            {t('details.untradable')}
          </EmptyState>
        ) : itemId === undefined ? (
          <EmptyState subject="market">{t('details.nothing_selected')}</EmptyState>
        ) : (
          <Suspense fallback={<ItemSkeleton />}>
            <DeferredRender fallback={<ItemSkeleton />}>
              <ItemDetailsPanel key={itemId} itemId={itemId} item={item} onBack={clear} />
            </DeferredRender>
          </Suspense>
        )}
      </section>
      <Suspense>
        <MarketStrip />
      </Suspense>
    </div>
  )
}
