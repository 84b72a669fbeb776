import type { ItemDefinition } from '@clutch/contract'
import { Link } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { useTagName } from '#shared/catalogue/use-tag-name.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { itemHash } from '#shared/market/item-address.ts'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { EmptyState } from '#shared/ui/States.tsx'
import { findCategories } from '#shared/catalogue/categories.ts'
import { layOutHeatMap, type HeatCell, type HeatGroup } from '../model/heat-map.ts'
import type { ItemStat } from '#shared/market/market-stat.ts'
import styles from './HeatMap.module.css'

/** Change in basis points from which a cell has its full colour. */
const FULL_CHANGE = 1_000
/** Share of a side's colour in a cell: more would leave its text too little contrast. */
const COLOR_SHARE_MAX = 45
/** Cells below these sizes in pixels have no text; their titles have it. */
const NAMED_WIDTH_MIN = 62
const NAMED_HEIGHT_MIN = 40
const TWO_LINES_HEIGHT_MIN = 58

interface HeatMapProps {
  /** What is shown. */
  readonly items: readonly ItemDefinition[]
  /** The whole market, which says what the categories are. */
  readonly market: readonly ItemDefinition[]
  readonly stats: ReadonlyMap<number, ItemStat> | undefined
}

/** The market of a day at a glance: area is what was paid for an item, colour how its price moved. */
export function HeatMap({ items, market, stats }: HeatMapProps) {
  const { t } = useTranslation('market')
  const [area, setArea] = useState<HTMLElement | null>(null)
  const size = useSize(area)
  const categories = useMemo(() => findCategories(market), [market])
  const groups = stats === undefined ? undefined : layOutHeatMap(items, categories, stats, size.width, size.height)
  return (
    <div className={styles['frame']}>
      <p className={styles['note']}>{t('list.map_note')}</p>
      <div ref={setArea} className={styles['area']} data-results>
        {groups === undefined ? (
          <Skeleton />
        ) : groups.length === 0 ? (
          <EmptyState subject="market">{t('list.map_empty')}</EmptyState>
        ) : (
          size.width > 0 && groups.map((group) => <Group key={group.tag} group={group} />)
        )}
      </div>
    </div>
  )
}

function Group({ group: { tag, left, top, width, cells } }: { readonly group: HeatGroup }) {
  const { t } = useTranslation('market')
  const tagName = useTagName()
  const name = tag === null ? t('list.others') : tagName(tag)
  return (
    <section aria-label={name}>
      <h2 className={styles['title']} style={{ left, top, width }} title={name}>
        {name}
      </h2>
      {cells.map((cell) => (
        <Cell key={cell.item.Itemdefid} cell={cell} />
      ))}
    </section>
  )
}

function Cell({ cell: { item, stat, coins, ...box } }: { readonly cell: HeatCell }) {
  const { t } = useTranslation('market')
  const format = useFormat()
  const name = useItemName()(item.Itemdefid)
  const change = stat.change_24h ?? 0
  const share = Math.min(1, Math.abs(change) / FULL_CHANGE) * COLOR_SHARE_MAX
  const words = t('list.map_cell', {
    name,
    change: stat.change_24h === null ? '–' : format.signedPercent(change),
    coins: format.price(coins),
  })
  return (
    <Link
      to="/marketplace/market"
      search
      hash={itemHash(item.Itemdefid)}
      className={styles['cell']}
      style={{
        ...box,
        background: `color-mix(in oklab, var(--${change < 0 ? 'sell' : 'buy'}) ${share}%, var(--raised))`,
      }}
      title={words}
      aria-label={words}
    >
      {box.width >= NAMED_WIDTH_MIN && box.height >= NAMED_HEIGHT_MIN && (
        <>
          <span className={styles['name']} data-lines={box.height < TWO_LINES_HEIGHT_MIN ? 1 : 2}>
            {name}
          </span>
          <span className={styles['change']}>{stat.change_24h === null ? '–' : format.signedPercent(change)}</span>
        </>
      )}
    </Link>
  )
}

interface Size {
  readonly width: number
  readonly height: number
}

/** The size of an element in whole pixels; 0 until it is known. */
function useSize(element: HTMLElement | null): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  useEffect(() => {
    if (element === null) return
    const observer = new ResizeObserver(() => {
      setSize({ width: element.clientWidth, height: element.clientHeight })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return size
}
