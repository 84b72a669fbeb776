import { fileURLToPath } from 'node:url'
import { loadContentPack } from '@clutch/content'
import type { ItemDefinition } from '@clutch/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { publishCatalogue } from './item-definitions.ts'
import { toCatalogue } from './to-catalogue.ts'

const DEMO_PACK = fileURLToPath(new URL('../../../../packages/content/packs/demo', import.meta.url))
const [ORE, CHEST_CONTENTS, KIT, NOTHING] = [1_001, 6_006, 5_001, 40]

let items: ReadonlyMap<number, ItemDefinition>
beforeAll(async () => {
  const loaded = await loadContentPack(DEMO_PACK)
  if (!loaded.ok) throw new Error('The demo pack is invalid')
  const { pack } = loaded
  items = new Map(
    publishCatalogue(pack, toCatalogue(pack), '', (icon) => icon).items.map((item) => [item.Itemdefid, item]),
  )
})

describe('an item definition', () => {
  it('has the exact odds of a generator, including those of nothing, in its entries and its bundle string', () => {
    const contents = items.get(CHEST_CONTENTS)
    const nothing = contents?.Opens.find(({ is_nothing }) => is_nothing)
    expect(nothing).toEqual({ item_id: NOTHING, is_nothing: true, count: 1, weight: 20, total_weight: 410 })
    expect(contents?.Opens.reduce((sum, { weight }) => sum + weight, 0)).toBe(410)
    const weights = contents?.Bundle.split(';').map((entry) => Number(entry.split('x')[1]))
    expect(weights?.reduce((sum, weight) => sum + weight, 0)).toBe(410)
    expect(contents?.Bundle).toContain(`${NOTHING}x20`)
  })

  it('lists the content of a bundle with certainty, and nothing for an item that cannot be opened', () => {
    expect(items.get(KIT)?.Opens).toContainEqual({
      item_id: ORE,
      is_nothing: false,
      count: 40,
      weight: 1,
      total_weight: 1,
    })
    expect(items.get(ORE)?.Opens).toEqual([])
  })

  it('omits the entry for nothing from the items', () => {
    expect(items.has(NOTHING)).toBe(false)
  })
})
