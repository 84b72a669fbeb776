import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadContentPack } from '../load/load-content-pack.ts'
import type { ContentPack } from '../pack.ts'
import { comparePacks } from './compare-packs.ts'
import { packDigest } from './pack-digest.ts'

describe('comparing two packs', () => {
  let pack: ContentPack
  beforeAll(async () => {
    const loaded = await loadContentPack(fileURLToPath(new URL('../../packs/demo', import.meta.url)))
    if (!loaded.ok) throw new Error('The demo pack is broken')
    pack = loaded.pack
  })

  it('finds no difference in equal packs, which have equal digests', () => {
    expect(comparePacks(pack, structuredClone(pack))).toEqual({ changes: [], settings: [] })
    expect(packDigest(structuredClone(pack))).toBe(packDigest(pack))
  })

  it('lists changed entries with their changed fields', () => {
    const [first, second, ...items] = pack.items
    const [recipe, ...recipes] = pack.craftRecipes
    if (first === undefined || second === undefined || recipe === undefined) throw new Error('The demo pack is empty')
    const other: ContentPack = {
      ...pack,
      version: '99',
      market: { ...pack.market, feeBasisPoints: 77 },
      items: [{ ...second, canSell: !second.canSell }, ...items, { ...first, id: 999_998 }],
      craftRecipes: [{ ...recipe, timeCraftSec: recipe.timeCraftSec + 1 }, ...recipes],
      rentableItems: [],
    }
    const { changes, settings } = comparePacks(pack, other)
    expect(settings).toEqual(['version', 'market'])
    expect(changes.filter(({ kind }) => kind !== 'rentable_item')).toEqual([
      { kind: 'item', change: 'removed', id: String(first.id), name: first.names.en, fields: [] },
      { kind: 'item', change: 'changed', id: String(second.id), name: second.names.en, fields: ['canSell'] },
      { kind: 'item', change: 'added', id: '999998', name: first.names.en, fields: [] },
      {
        kind: 'craft_recipe',
        change: 'changed',
        id: String(recipe.id),
        name: pack.itemById.get(recipe.itemForVision)?.names.en,
        fields: ['timeCraftSec'],
      },
    ])
    expect(changes.filter(({ kind }) => kind === 'rentable_item')).toHaveLength(pack.rentableItems.length)
    expect(packDigest(other)).not.toBe(packDigest(pack))
  })

  it('ignores reference prices of simulated traders', () => {
    const other = { ...pack, items: pack.items.map((item) => ({ ...item, demo: null })) }
    expect(comparePacks(pack, other).changes).toEqual([])
  })
})
