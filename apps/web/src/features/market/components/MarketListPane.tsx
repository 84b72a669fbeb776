import type { ItemDefinition } from '@clutch/contract'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignedIn } from '#shared/auth/session.ts'
import { lazyChunk } from '#shared/loading/lazy-chunk.tsx'
import { Button } from '#shared/ui/Button.tsx'
import { EmptyState } from '#shared/ui/States.tsx'
import { useMedia } from '#shared/ui/use-media.ts'
import { useMarketStats } from '#shared/market/market-stats.ts'
import { useListLook } from '../hooks/use-list-look.ts'
import { useMarketList } from '../hooks/use-market-list.ts'
import { useMarketView } from '../hooks/market-address.ts'
import { STAT_COLUMNS } from '../model/columns.ts'
import { ItemList } from './ItemList.tsx'
import { ListControls } from './ListControls.tsx'
import styles from './MarketListPane.module.css'

const CategoryNav = lazyChunk(async () => (await import('./CategoryNav.tsx')).CategoryNav)
void CategoryNav.preload()
const HeatMap = lazyChunk(async () => (await import('./HeatMap.tsx')).HeatMap)

/** Windows wide enough for the map next to the list. */
const MAP_ROOM = '(min-width: 2100px)'

export function MarketListPane({ items }: { readonly items: readonly ItemDefinition[] }) {
  const { t } = useTranslation('market')
  const { t: tWatch } = useTranslation('watch')
  const [view, changeView] = useMarketView()
  const [isPointerOver, setPointerOver] = useState(false)
  const [look, changeLook] = useListLook()
  const isSignedIn = useSignedIn()
  // Anonymous visitors own nothing.
  const columns = isSignedIn ? look.columns : look.columns.filter((column) => column !== 'worth')
  const hasMapRoom = useMedia(MAP_ROOM)
  const isStatWanted =
    view.isMap || hasMapRoom || STAT_COLUMNS.some((column) => columns.includes(column) || view.sort === column)
  const stats = useMarketStats(isStatWanted)
  const listed = useMarketList(items, view, isPointerOver, stats)
  const sellable = items.filter(({ CanSell }) => CanSell)
  return (
    <div className={styles['frame']}>
      <div className={styles['pane']} data-columns={columns.join(' ')} data-density={look.density}>
        <Suspense fallback={<div className={styles['nav']} />}>
          <CategoryNav
            items={sellable}
            tags={view.tags}
            onTags={(change) => changeView(({ tags }) => ({ tags: change(tags) }))}
          />
        </Suspense>
        <ListControls
          items={sellable}
          view={view}
          look={{ ...look, columns }}
          onChange={changeView}
          onLook={changeLook}
          listedCount={listed.length}
        />
        <div className={styles['results']}>
          {listed.length === 0 ? (
            <EmptyState
              subject="search"
              action={
                <Button onClick={() => changeView({ query: '', tags: [], isOwnedOnly: false, isWatchedOnly: false })}>
                  {t('list.clear')}
                </Button>
              }
            >
              {view.isWatchedOnly ? tWatch('star.none') : t('list.not_found')}
            </EmptyState>
          ) : view.isMap ? (
            <Suspense>
              <HeatMap items={listed} market={sellable} stats={stats} />
            </Suspense>
          ) : (
            <ItemList
              key={look.density}
              items={listed}
              columns={columns}
              stats={stats}
              onPointerOver={setPointerOver}
            />
          )}
        </div>
        {hasMapRoom && !view.isMap && (
          <div className={styles['map']}>
            <Suspense>
              <HeatMap items={listed} market={sellable} stats={stats} />
            </Suspense>
          </div>
        )}
      </div>
    </div>
  )
}
