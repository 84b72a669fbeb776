import type { LotHistoryEntry } from '@clutch/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TRADING_HISTORY_KEY } from '#shared/account/own-lots.ts'
import { callApi } from '#shared/api/api.ts'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useItemPrices } from '#shared/live/live-store.ts'
import { ItemLink } from '#shared/market/ItemLink.tsx'
import { usePricesLoad } from '#shared/market/prices.ts'
import { useSampledPrices } from '#shared/market/use-sampled-prices.ts'
import { valueRecipe } from '#shared/production/craft-value.ts'
import { useCraftRecipes } from '#shared/production/recipes.ts'
import { useWatchlist } from '#shared/watchlist/watchlist.ts'
import { ItemTile } from '#shared/ui/ItemTile.tsx'
import { Price } from '#shared/ui/Price.tsx'
import { useNowSec } from '#shared/ui/use-now.ts'
import { findBestCrafts } from '../model/best-crafts.ts'
import { PulseCard } from './PulseCard.tsx'
import { usePricing } from '#shared/production/use-pricing.ts'
import styles from './PulseCard.module.css'

const SHOWN_MAX = 5
const TILE_SIZE = 32
const AGE_EVERY_MS = 30_000
const FILL_TYPES = ['buy_auto', 'sell_auto', 'buy_manual', 'sell_manual'] as const

/** The latest trades of the player's own. */
export function OwnFills() {
  const { t } = useTranslation('home')
  const query = useQuery({
    queryKey: [...TRADING_HISTORY_KEY, 'latest-fills'],
    queryFn: ({ signal }) =>
      callApi('POST /marketplace/get-lot-history', { limit: SHOWN_MAX, types: [...FILL_TYPES] }, { signal }),
  })
  const fills = query.data ?? []
  return (
    <PulseCard
      title={t('pulse.fills.title')}
      query={query}
      isEmpty={fills.length === 0}
      emptyText={t('pulse.fills.empty')}
    >
      {fills.map((fill) => (
        <FillRow key={fill.uuid} fill={fill} />
      ))}
    </PulseCard>
  )
}

function FillRow({ fill }: { readonly fill: LotHistoryEntry }) {
  const { t } = useTranslation('home')
  const format = useFormat()
  const nowSec = useNowSec(AGE_EVERY_MS)
  const isBought = fill.type.startsWith('buy')
  return (
    <li className={styles['row']}>
      <ItemLink itemId={fill.item_type_id} />
      <span
        className={isBought ? styles['up'] : styles['down']}
        title={t('pulse.at', { price: format.exact(fill.price) })}
      >
        {t(isBought ? 'pulse.bought' : 'pulse.sold', { amount: format.quantity(fill.count) })}
      </span>
      <time className={styles['quiet']} title={format.dateTime(fill.created_at)}>
        {format.age(Math.max(0, nowSec - fill.created_at))}
      </time>
    </li>
  )
}

/** What gains most when it is made now, bought and sold at the best open prices. */
export function BestCrafts() {
  const { t } = useTranslation('home')
  const nameOf = useItemName()
  const { data: catalogue } = useCatalogue()
  const recipes = useCraftRecipes()
  const loaded = usePricesLoad()
  const prices = useSampledPrices(loaded.data === true)
  const pricing = usePricing('now', prices)
  const isReady = catalogue !== undefined && recipes.data !== undefined && loaded.data === true
  const error = recipes.error ?? loaded.error
  const ideas = isReady
    ? findBestCrafts(recipes.data.recipes, (recipe) => valueRecipe(recipe, catalogue.items, pricing))
    : []
  return (
    <PulseCard
      title={t('pulse.crafts.title')}
      hint={t('pulse.crafts.hint')}
      query={{
        isPending: !isReady && error === null,
        error,
        refetch: () => Promise.all([recipes.refetch(), loaded.refetch()]),
      }}
      isEmpty={ideas.length === 0}
      emptyText={t('pulse.crafts.empty')}
    >
      {ideas.map(({ recipe, profit }) => (
        <li key={recipe.TypeId} className={styles['row']}>
          <Link to="/craft/receipts" search={{ recipe: String(recipe.TypeId) }} className={styles['link']}>
            <ItemTile item={catalogue?.byId.get(recipe.ItemForVision)} size={TILE_SIZE} />
            {nameOf(recipe.ItemForVision)}
          </Link>
          <span className={styles['up']}>
            <Price coins={Math.round(profit)} sign="+" />
          </span>
          <span className={styles['quiet']}>{t('pulse.per_run')}</span>
        </li>
      ))}
    </PulseCard>
  )
}

/** The best open prices of what the player watches. */
export function WatchedPrices() {
  const { t } = useTranslation('home')
  usePricesLoad()
  const [shown, setShown] = useState(SHOWN_MAX)
  const watched = [...useWatchlist()]
  return (
    <PulseCard
      title={t('pulse.watched.title')}
      query={{ isPending: false, error: null, refetch: () => undefined }}
      isEmpty={watched.length === 0}
      emptyText={t('pulse.watched.empty')}
    >
      {watched.slice(0, shown).map((itemId) => (
        <WatchedRow key={itemId} itemId={itemId} />
      ))}
      {watched.length > shown && (
        <li>
          <button type="button" className={styles['more']} onClick={() => setShown(watched.length)}>
            {t('pulse.watched.all', { count: watched.length })}
          </button>
        </li>
      )}
    </PulseCard>
  )
}

function WatchedRow({ itemId }: { readonly itemId: number }) {
  const { t } = useTranslation('home')
  const { sell, buy } = useItemPrices(itemId)
  return (
    <li className={styles['row']}>
      <ItemLink itemId={itemId} />
      <span className={styles['down']} title={t('pulse.watched.buy')}>
        {sell === 0 ? '–' : <Price coins={sell} />}
      </span>
      <span className={styles['up']} title={t('pulse.watched.sell')}>
        {buy === 0 ? '–' : <Price coins={buy} />}
      </span>
    </li>
  )
}
