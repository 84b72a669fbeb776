import type { CraftGroup, CraftRecipe } from '@clutch/contract'
import { useVirtualizer } from '@tanstack/react-virtual'
import { startTransition, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useLanguage } from '#shared/i18n/use-language.ts'
import type { PricingMode } from '#shared/production/valuation.ts'
import { RecipeCard } from './RecipeCard.tsx'
import styles from './RecipeGrid.module.css'

const CARD_WIDTH_MIN_PX = 320
const GAP_PX = 12
/** Estimated height of a row before it is measured. */
const ROW_HEIGHT_PX = 228
const OVERSCAN_ROWS = 2

interface RecipeGridProps {
  readonly recipes: readonly CraftRecipe[]
  readonly groups: readonly CraftGroup[]
  /** Identifies the list: differs for another group, search or order. */
  readonly subject: string
  readonly favorites: ReadonlySet<number>
  readonly pricingMode: PricingMode
  readonly onStar: (recipeId: number) => void
  readonly onOpen: (recipeId: number) => void
}

/** Hundreds of cards, of which only the visible rows are rendered. */
export function RecipeGrid(props: RecipeGridProps) {
  const frame = useRef<HTMLDivElement>(null)
  const place = useGridPlace(frame)
  return <div ref={frame}>{place !== undefined && <PlacedGrid {...props} place={place} />}</div>
}

interface PlacedGridProps extends RecipeGridProps {
  readonly place: GridPlace
}

function PlacedGrid({
  recipes,
  groups,
  subject,
  favorites,
  pricingMode,
  onStar,
  onOpen,
  place: { scroller, columns, offset },
}: PlacedGridProps) {
  'use no memo' // The virtualizer is one mutable object; remembered results would never move.
  const language = useLanguage()
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: Math.ceil(recipes.length / columns),
    getScrollElement: () => scroller,
    estimateSize: () => ROW_HEIGHT_PX,
    gap: GAP_PX,
    overscan: OVERSCAN_ROWS,
    scrollMargin: offset,
    initialRect: { width: scroller.clientWidth, height: scroller.clientHeight },
  })
  useRestoredScroll(scroller, subject, virtualizer)
  const rows = virtualizer.getVirtualItems()
  const [first, last] = [rows[0], rows.at(-1)]
  const groupNames = new Map(groups.map(({ id, names }) => [id, names[language]]))
  return (
    <ul
      className={styles['grid']}
      style={{
        minHeight: virtualizer.getTotalSize(),
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
        paddingTop: first === undefined ? 0 : first.start - offset,
        paddingBottom: last === undefined ? 0 : virtualizer.getTotalSize() - (last.end - offset),
      }}
    >
      {rows.flatMap(({ index: row }) =>
        recipes.slice(row * columns, (row + 1) * columns).map((recipe, column) => (
          <RecipeCard
            key={recipe.TypeId}
            // All cards of a row have the same height, so one is measured.
            {...(column === 0 && { row, measure: virtualizer.measureElement })}
            recipe={recipe}
            groupName={groupNames.get(recipe.CraftGroup) ?? recipe.CraftGroup}
            isFavorite={favorites.has(recipe.TypeId)}
            pricingMode={pricingMode}
            onStar={() => onStar(recipe.TypeId)}
            onOpen={() => onOpen(recipe.TypeId)}
          />
        )),
      )}
    </ul>
  )
}

interface GridPlace {
  readonly scroller: HTMLElement
  readonly columns: number
  /** Offset of the grid within the scroller. */
  readonly offset: number
}

/**
 * Number of columns, and the grid's position in the scroller. Set in a transition, so that the first cards render
 * interruptibly.
 */
function useGridPlace(frame: RefObject<HTMLElement | null>): GridPlace | undefined {
  const [place, setPlace] = useState<GridPlace>()
  useLayoutEffect(() => {
    const element = frame.current
    const scroller = element?.closest<HTMLElement>('[data-scroller]') ?? null
    if (element === null || scroller === null) return undefined
    const measure = () => {
      const offset = element.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop
      const columns = Math.max(1, Math.floor((element.clientWidth + GAP_PX) / (CARD_WIDTH_MIN_PX + GAP_PX)))
      startTransition(() =>
        setPlace((before) =>
          before?.columns === columns && before.offset === offset ? before : { scroller, columns, offset },
        ),
      )
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    observer.observe(scroller)
    return () => observer.disconnect()
  }, [frame])
  return place
}

/** The first visible row of the last list. */
let keptPlace = { subject: '', row: 0 }

/** Restores the scroll position on return from another page; another list starts at its top. */
function useRestoredScroll(
  scroller: HTMLElement,
  subject: string,
  virtualizer: ReturnType<typeof useVirtualizer<HTMLElement, Element>>,
): void {
  useEffect(() => {
    if (keptPlace.subject === subject) virtualizer.scrollToIndex(keptPlace.row, { align: 'start' })
    const keep = () => {
      keptPlace = { subject, row: virtualizer.getVirtualItemForOffset(scroller.scrollTop)?.index ?? 0 }
    }
    scroller.addEventListener('scroll', keep, { passive: true })
    return () => scroller.removeEventListener('scroll', keep)
  }, [scroller, subject, virtualizer])
}
