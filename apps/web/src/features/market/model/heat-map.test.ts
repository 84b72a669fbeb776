import { describe, expect, it } from 'vitest'
import { createItem } from '#shared/testing/create-item.ts'
import { HEAT_CELLS_MAX, layOutHeatMap } from './heat-map.ts'
import type { ItemStat } from '#shared/market/market-stat.ts'

const statOf = (itemId: number, volume: number, price: number): [number, ItemStat] => [
  itemId,
  { item_type_id: itemId, change_24h: 0, volume_24h: volume, week: [1, price, 0], fair_price: 0, change_week: null },
]
const categories = [
  { tag: 'family:ore', count: 2 },
  { tag: 'family:gem', count: 1 },
]
const items = [
  createItem(1, { Tags: ['Family:Ore'] }),
  createItem(2, { Tags: ['family:ore'] }),
  createItem(3, { Tags: ['family:gem'] }),
  createItem(4, { Tags: [] }),
]

describe('the heat map', () => {
  it('gives each item that traded an area by the coins paid for it, within its category', () => {
    const stats = new Map([statOf(1, 10, 30), statOf(2, 5, 20), statOf(3, 1, 300), statOf(4, 0, 50)])
    const groups = layOutHeatMap(items, categories, stats, 400, 300)
    expect(groups.map(({ tag, cells }) => [tag, cells.map(({ item, coins }) => [item.Itemdefid, coins])])).toEqual([
      [
        'family:ore',
        [
          [1, 300],
          [2, 100],
        ],
      ],
      ['family:gem', [[3, 300]]],
    ])
    const [ore] = groups
    const [large, small] = (ore?.cells ?? []).map(({ width, height }) => width * height)
    expect((large ?? 0) / (small ?? 1)).toBeGreaterThan(2)
    for (const { left, top, width, height } of groups.flatMap(({ cells }) => cells)) {
      expect([left >= 0, top >= 20, left + width <= 400, top + height <= 300]).toEqual([true, true, true, true])
    }
  })

  it('is empty without trades, and has a limit of cells', () => {
    expect(layOutHeatMap(items, categories, new Map(), 400, 300)).toEqual([])
    const many = Array.from({ length: HEAT_CELLS_MAX + 50 }, (_, index) => createItem(index + 1, { Tags: [] }))
    const groups = layOutHeatMap(
      many,
      [],
      new Map(many.map(({ Itemdefid }) => statOf(Itemdefid, Itemdefid, 1))),
      900,
      600,
    )
    expect(groups.map(({ tag, cells }) => [tag, cells.length])).toEqual([[null, HEAT_CELLS_MAX]])
  })
})
