import { asLotId, type Command, type ItemId, type UserId } from '@clutch/economy'
import { HERB, INGOT, ORE, sampleCatalogue, userNumber } from '@clutch/economy/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { AREAS } from '../../src/server-areas.ts'
import { toLot } from '../../src/areas/marketplace/load.ts'
import type { Statement } from '../../src/store/statement.ts'
import type { WriterConnection } from '../../src/store/writer-connection.ts'
import { WorldCache } from '../../src/writer/world-cache.ts'

const [ANNA, BORIS, CHIYO, DORA] = [1, 2, 3, 4].map(userNumber) as [UserId, UserId, UserId, UserId]
const LIMITS = { accountsMax: 10, entitySizeMax: 5 }

/** A row of `lot`. */
function lotRow(itemId: ItemId, index: number): Record<string, unknown> {
  return {
    lot_id: `${itemId}-${index}`,
    owner_id: ANNA,
    item_id: itemId,
    side: 1,
    price: 7,
    count: 1,
    open_count: 1,
    preferred_currency: 'coin',
    preferred_price: 7,
    created_at_ms: index,
  }
}

/** A store that contains three lots per item and nothing else. */
const threeLotsEach: WriterConnection = {
  load: async (statements) => statements.map(answer),
  lookUp: async (statements) => statements.map(answer),
  commit: async () => undefined,
  close: async () => undefined,
}

function answer({ name, values }: Statement): Record<string, unknown>[] {
  if (name !== 'select-lots') return []
  return (values[0] as ItemId[]).flatMap((itemId) => [1, 2, 3].map((index) => lotRow(itemId, index)))
}

function order(itemId: ItemId, userId = ANNA): Command {
  const preferred = { currency: 'coin', price: 1 } as const
  return { type: 'place_lot', userId, side: 'buy', itemId, price: 1, count: 1, mode: 'rest', preferred }
}

describe('the world in memory', () => {
  let cache: WorldCache
  const books = (): readonly ItemId[] => [ORE, INGOT, HERB].filter((itemId) => cache.world.has('book', itemId))

  async function use(itemId: ItemId, userId = ANNA): Promise<void> {
    await cache.ensure([order(itemId, userId)])
    expect(cache.use(order(itemId, userId))).toBe(true)
    cache.evict()
  }

  beforeEach(async () => {
    cache = await WorldCache.open(threeLotsEach, AREAS, sampleCatalogue(), LIMITS)
  })

  it('keeps books up to its limit of lots, and evicts the least recently used one', async () => {
    await use(ORE)
    expect(books()).toEqual([ORE])
    await use(INGOT)
    expect(books()).toEqual([INGOT])
  })

  it('keeps a book that was used more recently than another one', async () => {
    cache = await WorldCache.open(threeLotsEach, AREAS, sampleCatalogue(), { ...LIMITS, entitySizeMax: 6 })
    await use(ORE)
    await use(INGOT)
    await use(ORE)
    expect(books()).toEqual([ORE, INGOT])
    await use(HERB)
    expect(books()).toEqual([ORE, HERB])
  })

  it('counts lots added after a book was loaded', async () => {
    await use(ORE)
    for (const index of [4, 5, 6]) cache.world.marketplace.book(ORE).add(toLot(lotRow(ORE, index)))
    cache.noteAdded(2)
    cache.evict()
    expect(books()).toEqual([ORE])
    cache.noteAdded(1)
    cache.evict()
    expect(books()).toEqual([])
  })

  it("forgets the locations of a book's lots when it is evicted", async () => {
    await use(ORE)
    const lotId = asLotId(`${ORE}-1`)
    expect(cache.world.has('lot', lotId)).toBe(true)
    await use(INGOT)
    expect(cache.world.has('lot', lotId)).toBe(false)
  })

  it('keeps accounts up to its limit, and evicts the least recently used one', async () => {
    cache = await WorldCache.open(threeLotsEach, AREAS, sampleCatalogue(), { ...LIMITS, accountsMax: 3 })
    for (const userId of [ANNA, BORIS, ANNA, CHIYO, DORA]) await use(ORE, userId)
    const known = [ANNA, BORIS, CHIYO, DORA].filter((userId) => cache.world.hasAccount(userId))
    expect(known).toEqual([ANNA, CHIYO, DORA])
  })
})
