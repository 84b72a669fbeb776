import { PreviewCard } from '@base-ui/react/preview-card'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorth } from '../account/worth.ts'
import { useSignedIn } from '../auth/session.ts'
import { useCatalogue } from '../catalogue/catalogue.ts'
import { rarityOf, rarityTag } from '../catalogue/rarity.ts'
import { useItemName } from '../catalogue/use-item-name.ts'
import { useTagName } from '../catalogue/use-tag-name.ts'
import { Sparkline } from '../chart/Sparkline.tsx'
import { useFormat } from '../format/use-format.ts'
import { useItemPrices } from '../live/live-store.ts'
import { itemHash } from '../market/item-address.ts'
import { useMarketStats } from '../market/market-stats.ts'
import { usePricesLoad } from '../market/prices.ts'
import { RecipeLinks, useItemRecipes } from '../production/ItemRecipes.tsx'
import { ItemTile } from '../ui/ItemTile.tsx'
import popups from '../ui/Popup.module.css'
import { Price } from '../ui/Price.tsx'
import styles from './ItemCard.module.css'
import { CARD, type ShownItem } from './picture-events.ts'

const TILE_SIZE = 48
const GAP_PX = 8
const EDGE_PX = 8
/** Recipes of each kind; the item's page lists all. */
const RECIPES_MAX = 2

/** An item at a glance, next to its picture: what it is, how many the player has, its prices, its recipes. */
export function ItemCard({ anchor, itemId }: ShownItem) {
  const name = useItemName()(itemId)
  return (
    <PreviewCard.Root open>
      <PreviewCard.Portal>
        <PreviewCard.Positioner
          anchor={anchor}
          side="right"
          align="start"
          sideOffset={GAP_PX}
          collisionPadding={EDGE_PX}
          className={styles['place']}
        >
          <PreviewCard.Popup
            render={<aside aria-label={name} />}
            className={`${popups['popup']} ${styles['card']}`}
            {...{ [CARD]: '' }}
          >
            <Content itemId={itemId} name={name} />
          </PreviewCard.Popup>
        </PreviewCard.Positioner>
      </PreviewCard.Portal>
    </PreviewCard.Root>
  )
}

function Content({ itemId, name }: { readonly itemId: number; readonly name: string }) {
  const { t } = useTranslation(['market', 'inventory', 'production'])
  const tagName = useTagName()
  const isSignedIn = useSignedIn()
  const { data: catalogue } = useCatalogue()
  const item = catalogue?.byId.get(itemId)
  const recipes = useItemRecipes(itemId)
  const rarity = rarityTag(item)
  const tags = item?.Tags.filter((tag) => tag !== rarity) ?? []
  return (
    <>
      <header className={styles['head']}>
        <ItemTile item={item} size={TILE_SIZE} />
        <div>
          <h2 className={styles['name']} data-rarity={rarityOf(item)}>
            {name}
          </h2>
          <p className={styles['kind']}>
            {[rarity, ...tags.slice(0, 1)].flatMap((tag) => (tag === undefined ? [] : [tagName(tag)])).join(' · ')}
          </p>
        </div>
      </header>
      {item?.CanSell === true ? (
        <Market itemId={itemId} />
      ) : (
        <p className={styles['note']}>{t('details.untradable')}</p>
      )}
      {isSignedIn && <Owned itemId={itemId} />}
      {recipes !== undefined && (
        <div className={styles['recipes']}>
          <RecipeLinks title={t('production:links.made_by')} links={recipes.makers} max={RECIPES_MAX} />
          <RecipeLinks title={t('production:links.used_in')} links={recipes.uses} max={RECIPES_MAX} />
        </div>
      )}
      <footer className={styles['links']}>
        {item?.CanSell === true && (
          <Link to="/marketplace/market" hash={itemHash(itemId)}>
            {t('tabs.market')}
          </Link>
        )}
        {isSignedIn && (
          <Link to="/inventory/page" search={{ item: String(itemId) }}>
            {t('inventory:title')}
          </Link>
        )}
      </footer>
    </>
  )
}

function Market({ itemId }: { readonly itemId: number }) {
  const { t } = useTranslation('market')
  const format = useFormat()
  const { isSuccess } = usePricesLoad()
  const { sell, buy } = useItemPrices(itemId)
  const stats = useMarketStats(true)
  const stat = stats?.get(itemId)
  const change = stat?.change_week ?? null
  return (
    <>
      <dl className={styles['figures']}>
        <Figure label={t('list.buy_now')} look="buy">
          {isSuccess && coins(sell)}
        </Figure>
        <Figure label={t('list.sell_now')} look="sell">
          {isSuccess && coins(buy)}
        </Figure>
        <Figure label={t('list.fair')}>{stats !== undefined && coins(stat?.fair_price ?? 0)}</Figure>
      </dl>
      <div className={styles['week']}>
        <span className={styles['label']}>{t('list.week')}</span>
        <span className={styles['line']}>
          {stat !== undefined && <Sparkline values={stat.week} hasTrend isFilled />}
        </span>
        <span className={styles['change']} data-trend={(change ?? 0) < 0 ? 'down' : 'up'}>
          {stats !== undefined && (change === null ? t('list.no_trades') : format.signedPercent(change))}
        </span>
      </div>
    </>
  )
}

/** Empty until it is known: a false zero would be read as a fact. */
function coins(amount: number): ReactNode {
  return amount === 0 ? '–' : <Price coins={amount} />
}

function Owned({ itemId }: { readonly itemId: number }) {
  const { t } = useTranslation('inventory')
  const format = useFormat()
  const { data } = useWorth()
  const worth = data?.byId.get(itemId)
  return (
    <dl className={styles['figures']}>
      {(['free', 'in_lots', 'in_jobs'] as const).map((where) => (
        <Figure key={where} label={t(`worth.${where}`)}>
          {data !== undefined && format.exact(worth?.[where] ?? 0)}
        </Figure>
      ))}
    </dl>
  )
}

interface FigureProps {
  readonly label: string
  readonly look?: 'buy' | 'sell'
  readonly children: ReactNode
}

function Figure({ label, look, children }: FigureProps) {
  return (
    <div data-look={look}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
