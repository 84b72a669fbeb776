import { lazyChunk } from '#shared/loading/lazy-chunk.tsx'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { Button } from '#shared/ui/Button.tsx'
import { useGrowingList } from '#shared/ui/gradual-rendering.tsx'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { useWorth } from '#shared/account/worth.ts'
import type { OwnedItem } from '../model/inventory-grid.ts'
import styles from './OwnedGrid.module.css'
import { OwnedTile } from './OwnedTile.tsx'
import { useLocation, useNavigate } from '@tanstack/react-router'

const ItemPopup = lazyChunk(async () => (await import('./ItemPopup.tsx')).ItemPopup)
const BulkSaleDialog = lazyChunk(async () => (await import('./BulkSaleDialog.tsx')).BulkSaleDialog)

/** A few screens full; the rest is drawn as its end comes near, for some players own thousands of kinds. */
const TILES_STEP = 120

interface OwnedGridProps {
  readonly owned: readonly OwnedItem[]
  readonly choice: ItemChoice
}

/** The grid of owned items; one opens as a popup, several can be chosen and sold together. */
export function OwnedGrid({ owned, choice }: OwnedGridProps) {
  const { t } = useTranslation('inventory')
  const format = useFormat()
  const { data: catalogue } = useCatalogue()
  const { data: worth } = useWorth()
  const [openItem, setOpenItem] = useOpenItem()
  const [isSelling, setSelling] = useState(false)
  const { drawn, end } = useGrowingList<HTMLDivElement>(owned.length, TILES_STEP)
  const fairPriceOf = (itemId: number) => worth?.byId.get(itemId)?.fair_price ?? 0
  const { chosen } = choice
  const stop = () => {
    setSelling(false)
    choice.stop()
  }
  return (
    <>
      {chosen !== null && (
        <div className={styles['bar']} data-choosing>
          <output title={t('sell.limit', { max: CHOSEN_MAX })}>
            {t('sell.chosen', { amount: format.exact(chosen.size) })}
          </output>
          <Button look="sell" disabled={chosen.size === 0} onClick={() => setSelling(true)}>
            {t('sell.preview')}
          </Button>
          <Button onClick={stop}>{t('sell.done_selecting')}</Button>
        </div>
      )}
      <ul className={styles['grid']} data-results>
        {owned.slice(0, drawn).map((entry) => (
          <OwnedTile
            key={entry.itemId}
            entry={entry}
            fairPrice={fairPriceOf(entry.itemId)}
            onOpen={() => setOpenItem(entry.itemId)}
            choice={
              chosen === null
                ? undefined
                : { isChosen: chosen.has(entry.itemId), onToggle: () => choice.toggle(entry.itemId) }
            }
          />
        ))}
      </ul>
      <div ref={end} />
      <Suspense>
        {openItem !== null && (
          <ItemPopup
            itemId={openItem}
            item={catalogue?.byId.get(openItem)}
            worth={worth?.byId.get(openItem)}
            onClose={() => setOpenItem(null)}
          />
        )}
        {isSelling && chosen !== null && (
          <BulkSaleDialog
            itemIds={[...chosen]}
            fairPriceOf={fairPriceOf}
            onRemove={(itemId) => choice.remove(itemId)}
            onClose={stop}
          />
        )}
      </Suspense>
    </>
  )
}

/** Maximum item types sold together: each takes a separate call. */
export const CHOSEN_MAX = 30

export interface ItemChoice {
  /** Which items are chosen for a sale; null while nobody is choosing. */
  readonly chosen: ReadonlySet<number> | null
  readonly start: () => void
  readonly stop: () => void
  readonly remove: (itemId: number) => void
  /** Takes an item in or out; one too many is left out. */
  readonly toggle: (itemId: number) => void
}

/** Nobody is choosing at first. */
export function useItemChoice(): ItemChoice {
  const [chosen, setChosen] = useState<ReadonlySet<number> | null>(null)
  return {
    chosen,
    start: () => setChosen(new Set()),
    stop: () => setChosen(null),
    remove(itemId: number) {
      if (chosen !== null) setChosen(new Set([...chosen].filter((each) => each !== itemId)))
    },
    toggle(itemId: number) {
      if (chosen === null) return
      const next = new Set(chosen)
      if (!next.delete(itemId) && next.size < CHOSEN_MAX) next.add(itemId)
      setChosen(next)
    },
  }
}

/** The item whose popup is open, as the address has it, so that going back closes it. */
export function useOpenItem(): readonly [number | null, (itemId: number | null) => void] {
  const navigate = useNavigate()
  const open = useLocation({ select: ({ search }) => Number((search as Record<string, unknown>)['item']) })
  const change = (itemId: number | null) =>
    void navigate({ to: '.', search: itemId === null ? {} : { item: String(itemId) }, resetScroll: false })
  return [Number.isInteger(open) && open > 0 ? open : null, change]
}
