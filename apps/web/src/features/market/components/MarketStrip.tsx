import { IconBookmark, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { useTagName } from '#shared/catalogue/use-tag-name.ts'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useItemPrices } from '#shared/live/live-store.ts'
import { itemHash } from '#shared/market/item-address.ts'
import { Button } from '#shared/ui/Button.tsx'
import { ItemTile } from '#shared/ui/ItemTile.tsx'
import { useFlash } from '#shared/ui/use-flash.ts'
import { useWatchlist } from '#shared/watchlist/watchlist.ts'
import { useMarketView } from '../hooks/market-address.ts'
import { COLUMN_NAMES } from '../model/columns.ts'
import type { MarketView } from '../model/market-view.ts'
import { addressOf, viewOf, readSaved, withSearch } from '../model/saved-searches.ts'
import styles from './MarketStrip.module.css'
import { useState } from 'react'
import { localStore } from '#shared/storage/browser-storage.ts'

const TILE_SIZE = 22

/** Below the market: watched items with their prices as they move, and searches to come back to. */
export function MarketStrip() {
  const { t } = useTranslation('watch')
  const watched = useWatchlist()
  const [view, changeView] = useMarketView()
  const { saved, save, forget } = useSavedSearches()
  const nameOf = useSearchName()
  const address = addressOf(view)
  const canSave = address !== '' && !saved.includes(address)
  if (watched.size === 0 && saved.length === 0 && !canSave) return null
  return (
    <section className={styles['strip']} aria-label={t('strip.label')}>
      {canSave && (
        <Button look="quiet" className={styles['save']} onClick={() => save(view)}>
          <IconBookmark size={16} stroke={1.6} aria-hidden="true" />
          {t('strip.save')}
        </Button>
      )}
      {saved.length > 0 && (
        <ul className={styles['group']} aria-label={t('strip.saved')}>
          {saved.map((each) => (
            <li key={each} className={styles['search']} data-current={each === address || undefined}>
              <button type="button" className={styles['open']} onClick={() => changeView(viewOf(each))}>
                {nameOf(viewOf(each))}
              </button>
              <button
                type="button"
                className={styles['forget']}
                aria-label={t('strip.forget', { name: nameOf(viewOf(each)) })}
                onClick={() => forget(each)}
              >
                <IconX size={12} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {watched.size > 0 && (
        <ul className={styles['group']} aria-label={t('strip.watched')}>
          {[...watched].map((itemId) => (
            <li key={itemId}>
              <WatchedItem itemId={itemId} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** One watched item: its picture, its name, and what it costs and brings right now. */
function WatchedItem({ itemId }: { readonly itemId: number }) {
  const { t } = useTranslation('market')
  const format = useFormat()
  const { data: catalogue } = useCatalogue()
  const name = useItemName()(itemId)
  const { sell, buy } = useItemPrices(itemId)
  const flash = useFlash<HTMLAnchorElement>(sell, itemId)
  const figure = (price: number) => (price === 0 ? '–' : format.price(price))
  return (
    <Link ref={flash} to="/marketplace/market" search hash={itemHash(itemId)} className={styles['item']} data-live>
      <ItemTile item={catalogue?.byId.get(itemId)} size={TILE_SIZE} />
      {name}
      <span className={styles['sell']} title={t('list.buy_now')}>
        <span className="visually-hidden">{t('list.buy_now')} </span>
        {figure(sell)}
      </span>
      <span className={styles['buy']} title={t('list.sell_now')}>
        <span className="visually-hidden">{t('list.sell_now')} </span>
        {figure(buy)}
      </span>
    </Link>
  )
}

/** What a search is about, in words. */
function useSearchName(): (view: MarketView) => string {
  const { t } = useTranslation('watch')
  const { t: tMarket } = useTranslation('market')
  const tagName = useTagName()
  return ({ query, tags, sort, isOwnedOnly, isWatchedOnly }) =>
    [
      ...(query === '' ? [] : [`“${query}”`]),
      ...tags.map(tagName),
      ...(isOwnedOnly ? [t('strip.owned')] : []),
      ...(isWatchedOnly ? [t('strip.only_watched')] : []),
      ...(sort === null ? [] : [t('strip.sorted', { column: tMarket(COLUMN_NAMES[sort]) })]),
    ].join(' · ')
}

const KEY = 'savedSearches'

/** Searches kept in this browser, newest first. */
function useSavedSearches() {
  const [saved, setSaved] = useState(() => readSaved(localStore.getItem(KEY)))
  const keep = (next: readonly string[]) => {
    localStore.setItem(KEY, JSON.stringify(next))
    setSaved(next)
  }
  return {
    saved,
    save: (view: MarketView) => keep(withSearch(saved, addressOf(view))),
    forget: (address: string) => keep(saved.filter((each) => each !== address)),
  }
}
