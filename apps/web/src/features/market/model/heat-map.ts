import type { ItemDefinition } from '@clutch/contract'
import { hierarchy, treemap } from 'd3-hierarchy'
import { foldTag } from '#shared/catalogue/search.ts'
import type { Category } from '#shared/catalogue/categories.ts'
import type { ItemStat } from '#shared/market/market-stat.ts'

/** Cells drawn at most: the smallest of more could not be seen. */
export const HEAT_CELLS_MAX = 240
/** CSS pixels between cells, and for the name above each category. */
const GAP = 2
const TITLE_HEIGHT = 20

interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface HeatCell extends Box {
  readonly item: ItemDefinition
  readonly stat: ItemStat
  /** Coins traded in 24 hours. */
  readonly coins: number
}

export interface HeatGroup extends Box {
  /** The category's tag; null for items without one. */
  readonly tag: string | null
  readonly cells: readonly HeatCell[]
}

/** A node of the map: the whole, a category, or an item. */
interface HeatNode {
  readonly tag?: string | null
  readonly cell?: Pick<HeatCell, 'item' | 'stat' | 'coins'>
  readonly children?: readonly HeatNode[]
}

/** Fills an area with the items that traded within 24 hours, by category; each is as large as the coins paid for it. */
export function layOutHeatMap(
  items: readonly ItemDefinition[],
  categories: readonly Category[],
  stats: ReadonlyMap<number, ItemStat>,
  width: number,
  height: number,
): readonly HeatGroup[] {
  const traded = items
    .flatMap((item) => {
      const stat = stats.get(item.Itemdefid)
      const coins = stat === undefined ? 0 : stat.volume_24h * (stat.week.findLast((price) => price > 0) ?? 0)
      return stat === undefined || coins === 0 ? [] : [{ item, stat, coins }]
    })
    .toSorted((one, other) => other.coins - one.coins)
    .slice(0, HEAT_CELLS_MAX)
  if (traded.length === 0) return []
  const tags = new Set(categories.map(({ tag }) => tag))
  const byTag = Map.groupBy(traded, ({ item }) => item.Tags.map(foldTag).find((tag) => tags.has(tag)) ?? null)
  const groups = Array.from(byTag, ([tag, cells]) => ({ tag, cells, coins: sumCoins(cells) }))
  const root: HeatNode = {
    children: groups
      .toSorted((one, other) => other.coins - one.coins)
      .map(({ tag, cells }) => ({ tag, children: cells.map((cell) => ({ cell })) })),
  }
  const laidOut = treemap<HeatNode>().size([width, height]).paddingInner(GAP).paddingTop(titleHeightOf).round(true)(
    hierarchy(root).sum(({ cell }) => cell?.coins ?? 0),
  )
  return (laidOut.children ?? []).map((group) => ({
    tag: group.data.tag ?? null,
    ...boxOf(group),
    cells: (group.children ?? []).flatMap((leaf) =>
      leaf.data.cell === undefined ? [] : [{ ...leaf.data.cell, ...boxOf(leaf) }],
    ),
  }))
}

function sumCoins(cells: readonly { readonly coins: number }[]): number {
  return cells.reduce((sum, { coins }) => sum + coins, 0)
}

function titleHeightOf({ depth }: { readonly depth: number }): number {
  return depth === 1 ? TITLE_HEIGHT : 0
}

function boxOf({ x0, y0, x1, y1 }: Readonly<Record<'x0' | 'y0' | 'x1' | 'y1', number>>): Box {
  return { left: x0, top: y0, width: x1 - x0, height: y1 - y0 }
}
