import type { ItemDefinition } from '@clutch/contract'
import { startTransition, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useWatchlist } from '#shared/watchlist/watchlist.ts'
import type { MarketColumn } from '../model/columns.ts'
import type { ItemStat } from '#shared/market/market-stat.ts'
import { isItemAlone } from '../hooks/market-address.ts'
import { useItemCursor } from '../hooks/use-item-cursor.ts'
import { useRowTexts } from '../hooks/use-row-texts.ts'
import { useRowWindow } from '../hooks/use-row-window.ts'
import styles from './ItemList.module.css'
import { ItemRow } from './ItemRow.tsx'

interface ItemListProps {
  readonly items: readonly ItemDefinition[]
  readonly columns: readonly MarketColumn[]
  readonly stats: ReadonlyMap<number, ItemStat> | undefined
  readonly onPointerOver: (isOver: boolean) => void
}

/** Thousands of rows of which only the visible ones exist. The list itself takes focus; arrows move the selection. */
export function ItemList({ items, columns, stats, onPointerOver }: ItemListProps) {
  const { t } = useTranslation('market')
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const [firstHeight] = useState(likelyHeight)
  const { rows, totalHeight, scrollToRow, rowsPerPage } = useRowWindow(scroller, items.length, firstHeight)
  const texts = useRowTexts()
  const watched = useWatchlist()
  const { cursorId, moveTo, choose } = useItemCursor(items, scrollToRow, scroller !== null && rows.length > 0)

  const move = (event: KeyboardEvent) => {
    const steps = STEPS[event.key]?.(rowsPerPage, items.length)
    if (steps === undefined) return
    event.preventDefault()
    moveTo(steps)
  }
  const isCursorDrawn = rows.some(({ index }) => items[index]?.Itemdefid === cursorId)
  return (
    <div
      // User input does not wait for the rows.
      ref={(element) => startTransition(() => setScroller(element))}
      className={styles['list']}
      data-results
      // A native list cannot show pictures, nor leave out the rows that are off screen.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="listbox"
      aria-label={t('list.label')}
      aria-activedescendant={isCursorDrawn && cursorId !== undefined ? rowElementId(cursorId) : undefined}
      tabIndex={0}
      onKeyDown={move}
      onPointerEnter={() => onPointerOver(true)}
      onPointerLeave={() => onPointerOver(false)}
    >
      <div role="presentation" className={styles['canvas']} style={{ height: totalHeight }}>
        {rows.map(({ index, start }) => {
          const item = items[index]
          if (item === undefined) return null
          return (
            <ItemRow
              key={item.Itemdefid}
              elementId={rowElementId(item.Itemdefid)}
              item={item}
              texts={texts}
              top={start}
              position={index + 1}
              listLength={items.length}
              columns={columns}
              stat={stats?.get(item.Itemdefid)}
              isSelected={item.Itemdefid === cursorId}
              isWatched={watched.has(item.Itemdefid)}
              onSelect={choose}
            />
          )
        })}
      </div>
    </div>
  )
}

/** Of the list, before it is drawn. */
function likelyHeight(): number {
  return isItemAlone() ? 0 : window.innerHeight
}

const STEPS: Readonly<Record<string, (rowsPerPage: number, length: number) => number>> = {
  ArrowDown: () => 1,
  ArrowUp: () => -1,
  PageDown: (rowsPerPage) => rowsPerPage,
  PageUp: (rowsPerPage) => -rowsPerPage,
  Home: (_, length) => -length,
  End: (_, length) => length,
}

function rowElementId(itemId: number): string {
  return `market-row-${itemId}`
}
