import type { ItemDefinition } from '@clutch/contract'
import {
  IconAdjustmentsHorizontal,
  IconArrowDown,
  IconArrowUp,
  IconBackpack,
  IconSearch,
  IconStar,
} from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignedIn } from '#shared/auth/session.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { lazyPart } from '#shared/loading/lazy-part.tsx'
import { SearchField } from '#shared/ui/SearchField.tsx'
import { toggleSort, type MarketView, type PriceSort } from '../model/market-view.ts'
import styles from './ListControls.module.css'

const TagFilter = lazyPart(async () => (await import('#shared/catalogue/TagFilter.tsx')).TagFilter)

interface ListControlsProps {
  readonly items: readonly ItemDefinition[]
  readonly view: MarketView
  readonly listedCount: number
  readonly onChange: (change: Partial<MarketView>) => void
}

/** Search, tags, the has-item and watchlist toggles and the sort heads of the list. */
export function ListControls({ items, view, listedCount, onChange }: ListControlsProps) {
  const { t } = useTranslation('market')
  const { t: tWatch } = useTranslation('watch')
  const format = useFormat()
  const isSignedIn = useSignedIn()
  const [isAdvanced, setAdvanced] = useState(view.tags.length > 0)
  return (
    <div className={styles['controls']}>
      <div className={styles['search']}>
        <SearchField
          icon={<IconSearch size={16} aria-hidden="true" />}
          label={t('list.search')}
          value={view.query}
          onChange={(query) => onChange({ query })}
        />
        <button
          type="button"
          className={styles['toggle']}
          aria-pressed={isAdvanced}
          aria-label={t('list.advanced')}
          title={t('list.advanced')}
          onClick={() => setAdvanced(!isAdvanced)}
        >
          <IconAdjustmentsHorizontal size={18} />
        </button>
        {isSignedIn && (
          <>
            <button
              type="button"
              className={styles['toggle']}
              aria-pressed={view.isOwnedOnly}
              aria-label={t('list.owned_only')}
              title={t('list.owned_only')}
              onClick={() => onChange({ isOwnedOnly: !view.isOwnedOnly })}
            >
              <IconBackpack size={18} />
            </button>
            <button
              type="button"
              className={styles['toggle']}
              aria-pressed={view.isWatchedOnly}
              aria-label={tWatch('star.only')}
              title={tWatch('star.only')}
              onClick={() => onChange({ isWatchedOnly: !view.isWatchedOnly })}
            >
              <IconStar size={18} />
            </button>
          </>
        )}
      </div>
      {isAdvanced && (
        <div className={styles['tags']}>
          <Suspense>
            <TagFilter
              label={t('list.tags')}
              items={items}
              chosen={view.tags}
              onChange={(tags) => onChange({ tags })}
            />
          </Suspense>
        </div>
      )}
      <div className={styles['heads']}>
        <output className={styles['count']}>
          {t('list.count', { count: listedCount, amount: format.exact(listedCount) })}
        </output>
        <SortHead side="sell" view={view} onChange={onChange} />
        <SortHead side="buy" view={view} onChange={onChange} />
      </div>
    </div>
  )
}

interface SortHeadProps {
  readonly side: PriceSort
  readonly view: MarketView
  readonly onChange: (change: Partial<MarketView>) => void
}

function SortHead({ side, view, onChange }: SortHeadProps) {
  const { t } = useTranslation('market')
  const isActive = view.sort === side
  const Arrow = view.isAscending ? IconArrowUp : IconArrowDown
  return (
    <button
      type="button"
      className={styles['head']}
      aria-pressed={isActive}
      onClick={() => onChange(toggleSort(view, side))}
    >
      {t(side === 'sell' ? 'list.buy_now' : 'list.sell_now')}
      <span className={styles['arrow']}>
        {isActive && <Arrow size={14} aria-hidden="true" />}
        {isActive && (
          <span className="visually-hidden">{t(view.isAscending ? 'list.ascending' : 'list.descending')}</span>
        )}
      </span>
    </button>
  )
}
