import { IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useInventoryLoad } from '#shared/account/inventory.ts'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { TagFilter } from '#shared/catalogue/TagFilter.tsx'
import { useFormat } from '#shared/format/use-format.ts'
import { useInventory } from '#shared/live/live-store.ts'
import { Button } from '#shared/ui/Button.tsx'
import { SearchField } from '#shared/ui/SearchField.tsx'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#shared/ui/States.tsx'
import { useTitle } from '#shared/ui/use-title.ts'
import { usePersistedChoice } from '#shared/production/use-persisted-choice.ts'
import { useWorth } from '#shared/account/worth.ts'
import { OwnedGrid, useItemChoice } from './components/OwnedGrid.tsx'
import { WorthSummary } from './components/WorthSummary.tsx'
import styles from './InventoryPage.module.css'
import { INVENTORY_SORTS, listOwned, sortOwned } from './model/inventory-grid.ts'
import { Select } from '#shared/ui/Select.tsx'

/**
 * Everything the player owns, with search, tag filter and sorting. Its frame is drawn before the data arrives.
 */
export function InventoryPage() {
  const { t } = useTranslation('inventory')
  const format = useFormat()
  useTitle(t('title'))
  const catalogue = useCatalogue()
  const load = useInventoryLoad()
  const inventory = useInventory()
  const [query, setQuery] = useState('')
  const [tags, setTags] = useState<readonly string[]>([])
  const byId = catalogue.data?.byId ?? new Map()
  const owned = listOwned(inventory, byId, useDeferredValue(query), tags)
  const [sort, setSort] = usePersistedChoice('inventorySort', INVENTORY_SORTS)
  const choice = useItemChoice()
  const { data: worth } = useWorth()
  const nameOf = useItemName()
  const sorted = sortOwned(owned, sort, {
    fairPrice: (itemId) => worth?.byId.get(itemId)?.fair_price ?? 0,
    name: nameOf,
    compare: format.compare,
  })
  const failed = [catalogue, load].find(({ isError }) => isError)

  if (failed !== undefined) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
  const isLoaded = catalogue.data !== undefined && load.data !== undefined
  return (
    <div className={styles['page']}>
      <WorthSummary />
      <div className={styles['tools']}>
        <SearchField
          icon={<IconSearch size={16} aria-hidden="true" />}
          label={t('search')}
          value={query}
          onChange={setQuery}
        />
        <TagFilter
          label={t('tags')}
          items={[...inventory.keys()].flatMap((itemId) => byId.get(itemId) ?? [])}
          chosen={tags}
          onChange={setTags}
        />
        <Select
          label={t('sort.label')}
          value={sort}
          choices={INVENTORY_SORTS.map((each) => ({ value: each, text: t(`sort.${each}`) }))}
          onChange={setSort}
        />
        {choice.chosen === null && (owned.length > 0 || !isLoaded) && (
          <Button disabled={!isLoaded} onClick={choice.start}>
            {t('sell.select')}
          </Button>
        )}
        <output className={styles['count']}>
          {isLoaded ? t('count', { count: owned.length, amount: format.exact(owned.length) }) : '\u00A0'}
        </output>
      </div>
      {!isLoaded ? (
        <Skeleton shape="tiles" />
      ) : owned.length > 0 ? (
        <OwnedGrid owned={sorted} choice={choice} />
      ) : inventory.size === 0 ? (
        <EmptyState subject="belongings" action={<Link to="/marketplace/market">{t('to_market')}</Link>}>
          {t('empty')}
        </EmptyState>
      ) : (
        <EmptyState
          subject="search"
          action={
            <Button
              onClick={() => {
                setQuery('')
                setTags([])
              }}
            >
              {t('clear')}
            </Button>
          }
        >
          {t('not_found')}
        </EmptyState>
      )}
    </div>
  )
}
