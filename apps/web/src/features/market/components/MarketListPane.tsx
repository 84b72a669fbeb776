import type { ItemDefinition } from '@clutch/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/Button.tsx'
import { EmptyState } from '#shared/ui/States.tsx'
import { useMarketStats } from '../api/market-stats.ts'
import { useListLook } from '../hooks/use-list-look.ts'
import { useMarketList } from '../hooks/use-market-list.ts'
import { useMarketView } from '../hooks/market-address.ts'
import { STAT_COLUMNS } from '../model/columns.ts'
import { ItemList } from './ItemList.tsx'
import { ListControls } from './ListControls.tsx'
import styles from './MarketListPane.module.css'

export function MarketListPane({ items }: { readonly items: readonly ItemDefinition[] }) {
  const { t } = useTranslation('market')
  const { t: tWatch } = useTranslation('watch')
  const [view, changeView] = useMarketView()
  const [isPointerOver, setPointerOver] = useState(false)
  const [look, changeLook] = useListLook()
  const isStatWanted = STAT_COLUMNS.some((column) => look.columns.includes(column) || view.sort === column)
  const stats = useMarketStats(isStatWanted)
  const listed = useMarketList(items, view, isPointerOver, stats)
  return (
    <div className={styles['frame']}>
      <div className={styles['pane']} data-columns={look.columns.join(' ')} data-density={look.density}>
        <ListControls
          items={items.filter(({ CanSell }) => CanSell)}
          view={view}
          look={look}
          onChange={changeView}
          onLook={changeLook}
          listedCount={listed.length}
        />
        {listed.length === 0 ? (
          <EmptyState
            action={
              <Button onClick={() => changeView({ query: '', tags: [], isOwnedOnly: false, isWatchedOnly: false })}>
                {t('list.clear')}
              </Button>
            }
          >
            {view.isWatchedOnly ? tWatch('star.none') : t('list.not_found')}
          </EmptyState>
        ) : (
          <ItemList key={look.density} items={listed} look={look} stats={stats} onPointerOver={setPointerOver} />
        )}
      </div>
    </div>
  )
}
