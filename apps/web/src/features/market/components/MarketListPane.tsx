import type { ItemDefinition } from '@clutch/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/Button.tsx'
import { EmptyState } from '#shared/ui/States.tsx'
import { useMarketList } from '../hooks/use-market-list.ts'
import { useMarketView } from '../hooks/market-address.ts'
import { ItemList } from './ItemList.tsx'
import { ListControls } from './ListControls.tsx'
import styles from './MarketListPane.module.css'

export function MarketListPane({ items }: { readonly items: readonly ItemDefinition[] }) {
  const { t } = useTranslation('market')
  const { t: tWatch } = useTranslation('watch')
  const [view, changeView] = useMarketView()
  const [isPointerOver, setPointerOver] = useState(false)
  const listed = useMarketList(items, view, isPointerOver)
  return (
    <div className={styles['pane']}>
      <ListControls
        items={items.filter(({ CanSell }) => CanSell)}
        view={view}
        onChange={changeView}
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
        <ItemList items={listed} onPointerOver={setPointerOver} />
      )}
    </div>
  )
}
