import type { ItemDefinition } from '@clutch/contract'
import {
  IconAdjustmentsHorizontal,
  IconArrowDown,
  IconArrowUp,
  IconBackpack,
  IconChartTreemap,
  IconColumns3,
  IconSearch,
  IconStar,
} from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignedIn } from '#shared/auth/session.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { lazyChunk } from '#shared/loading/lazy-chunk.tsx'
import { HORIZONTAL, moveFocus } from '#shared/ui/move-focus.ts'
import { SearchField } from '#shared/ui/SearchField.tsx'
import type { ViewChange } from '#shared/ui/use-address-view.ts'
import type { ListLook } from '../hooks/use-list-look.ts'
import { COLUMN_NAMES, type MarketColumn } from '../model/columns.ts'
import { toggleSort, type MarketView } from '../model/market-view.ts'
import styles from './ListControls.module.css'

const TagFilter = lazyChunk(async () => (await import('#shared/catalogue/TagFilter.tsx')).TagFilter)

const ListLookDialog = lazyChunk(async () => (await import('./ListLookDialog.tsx')).ListLookDialog)

interface ListControlsProps {
  readonly items: readonly ItemDefinition[]
  readonly view: MarketView
  readonly listedCount: number
  readonly look: ListLook
  readonly onChange: (change: ViewChange<MarketView>) => void
  readonly onLook: (change: Partial<ListLook>) => void
}

/** Search, tags, the toggles for map, owned and watched items, and the sort heads of the list. */
export function ListControls({ items, view, listedCount, look, onChange, onLook }: ListControlsProps) {
  const { t } = useTranslation('market')
  const { t: tWatch } = useTranslation('watch')
  const format = useFormat()
  const isSignedIn = useSignedIn()
  const [isAdvanced, setAdvanced] = useState(view.tags.length > 0)
  const [isLooking, setLooking] = useState(false)
  return (
    <>
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
        <button
          type="button"
          className={styles['toggle']}
          aria-pressed={view.isMap}
          aria-label={t('list.map')}
          title={t('list.map')}
          onClick={() => onChange(({ isMap }) => ({ isMap: !isMap }))}
        >
          <IconChartTreemap size={18} />
        </button>
        {isSignedIn && (
          <>
            <button
              type="button"
              className={styles['toggle']}
              aria-pressed={view.isOwnedOnly}
              aria-label={t('list.owned_only')}
              title={t('list.owned_only')}
              onClick={() => onChange(({ isOwnedOnly }) => ({ isOwnedOnly: !isOwnedOnly }))}
            >
              <IconBackpack size={18} />
            </button>
            <button
              type="button"
              className={styles['toggle']}
              aria-pressed={view.isWatchedOnly}
              aria-label={tWatch('star.only')}
              title={tWatch('star.only')}
              onClick={() => onChange(({ isWatchedOnly }) => ({ isWatchedOnly: !isWatchedOnly }))}
            >
              <IconStar size={18} />
            </button>
          </>
        )}
        {isAdvanced && (
          <div className={styles['tags']}>
            <Suspense>
              <TagFilter
                label={t('list.tags')}
                items={items}
                chosen={view.tags}
                onChange={(change) => onChange(({ tags }) => ({ tags: change(tags) }))}
              />
            </Suspense>
          </div>
        )}
      </div>
      <div className={styles['heads']}>
        <span className={styles['listed']}>
          <output className={styles['count']}>
            {t('list.count', { count: listedCount, amount: format.exact(listedCount) })}
          </output>
          <button
            type="button"
            className={styles['look']}
            aria-label={t('list.look')}
            title={t('list.look')}
            onClick={() => setLooking(true)}
          >
            <IconColumns3 size={16} />
          </button>
        </span>
        {!view.isMap &&
          look.columns.map((column) => (
            <SortHead
              key={column}
              column={column}
              isTabStop={column === tabStopOf(look.columns, view.sort)}
              view={view}
              onChange={onChange}
            />
          ))}
      </div>
      <Suspense>
        {isLooking && (
          <ListLookDialog
            view={view}
            look={look}
            onChange={onChange}
            onLook={onLook}
            onClose={() => setLooking(false)}
          />
        )}
      </Suspense>
    </>
  )
}

interface SortHeadProps {
  readonly column: MarketColumn
  /** One head is a tab stop; arrow keys move to the others. */
  readonly isTabStop: boolean
  readonly view: MarketView
  readonly onChange: (change: ViewChange<MarketView>) => void
}

function tabStopOf(columns: readonly MarketColumn[], sort: MarketView['sort']): MarketColumn | undefined {
  return columns.find((column) => column === sort) ?? columns[0]
}

function SortHead({ column, isTabStop, view, onChange }: SortHeadProps) {
  const { t } = useTranslation('market')
  const isActive = view.sort === column
  const Arrow = view.isAscending ? IconArrowUp : IconArrowDown
  return (
    <button
      type="button"
      className={styles['head']}
      data-column={column}
      tabIndex={isTabStop ? 0 : -1}
      aria-pressed={isActive}
      onKeyDown={(event) => moveFocus(event, event.currentTarget.parentElement, '[data-column]', HORIZONTAL)}
      onClick={() => onChange((now) => toggleSort(now, column))}
    >
      {t(COLUMN_NAMES[column])}
      <span className={styles['arrow']}>
        {isActive && <Arrow size={14} aria-hidden="true" />}
        {isActive && (
          <span className="visually-hidden">{t(view.isAscending ? 'list.ascending' : 'list.descending')}</span>
        )}
      </span>
    </button>
  )
}
