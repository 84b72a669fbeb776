import { decodeBatch } from '@clutch/contract/live'
import { describe, expect, it } from 'vitest'
import type { EconomyMessage } from '../bus/message.ts'
import { AREAS } from '../server-areas.ts'
import type { LiveArea } from './area.ts'
import { Broadcaster } from './broadcaster.ts'
import type { LiveSocket } from './broadcaster.ts'

type Updates = EconomyMessage['updates']
type Market = NonNullable<Updates['marketplace']>

const ANNA = 'anna'
const VIEWED = 1
const NO_MARKET: Market = { prices: [], books: [], lots: [] }
const market = (some: Partial<Market>): Updates => ({ marketplace: { ...NO_MARKET, ...some } })
const book = (itemId: number, tradedCount: number, tradedPrice = 7): Updates =>
  market({ books: [{ itemId, tradedPrice, tradedCount, levels: [] }] })
const levels = (...all: Market['books'][number]['levels'][number][]): Updates =>
  market({ books: [{ itemId: VIEWED, tradedPrice: 0, tradedCount: 0, levels: all }] })
const lot = (openCount: number): Market['lots'][number] => ({
  userId: ANNA,
  lotId: 'one and the same',
  itemId: 1,
  side: 'sell',
  price: 5,
  count: 9,
  openCount,
  status: 'open',
  filledCount: 1,
  filledPrice: 5,
})
const job = (startAtMs: number): NonNullable<Updates['jobs']>[number] => ({
  userId: ANNA,
  queue: 'craft',
  status: 'moved',
  jobId: 'one and the same',
  recipeId: 2,
  count: 1,
  startAtMs,
  endAtMs: startAtMs + 1,
  inputIds: [],
  newItems: [],
  returnedItems: [],
})
const NOTHING = { newItems: [], brokenItems: [], upgradedItems: [], experience: [] }
const harvest = (startAtMs: number): NonNullable<Updates['harvest']>[number] => ({
  userId: ANNA,
  recipeId: 3,
  group: { id: 'one and the same', count: 1, startAtMs, endAtMs: startAtMs + 1, itemIds: [] },
  ended: NOTHING,
})

/** The content of one frame after several batches, in order. */
const SAME_FRAME: readonly (readonly [what: string, batches: readonly Updates[], frame: readonly object[]])[] = [
  [
    'the last best price of each item and side',
    [
      market({
        prices: [
          { itemId: 1, side: 'sell', price: 5 },
          { itemId: 1, side: 'buy', price: 4 },
          { itemId: 2, side: 'sell', price: 9 },
        ],
      }),
      market({ prices: [{ itemId: 1, side: 'sell', price: 6 }] }),
    ],
    [
      { itemId: 1n, side: 1, price: 4n },
      { itemId: 2n, side: 2, price: 9n },
      { itemId: 1n, side: 2, price: 6n },
    ],
  ],
  [
    'the last trade of each item, whatever its orders did after it',
    [book(1, 3, 7), book(2, 4, 8), book(1, 2, 9), book(1, 0, 0)],
    [
      { itemId: 2n, tradedPrice: 8n, tradedCount: 4n },
      { itemId: 1n, tradedPrice: 9n, tradedCount: 2n },
      { itemId: 1n, tradedPrice: 0n, tradedCount: 0n },
    ],
  ],
  [
    'the last count of each level of each side',
    [
      levels(
        { side: 'sell', price: 5, count: 3 },
        { side: 'buy', price: 5, count: 2 },
        { side: 'sell', price: 6, count: 1 },
      ),
      levels({ side: 'sell', price: 5, count: 0 }),
    ],
    [
      { itemId: 1n, tradedPrice: 0n, tradedCount: 0n },
      { itemId: 1n, side: 1, price: 5n, count: 2n },
      { itemId: 1n, side: 2, price: 6n, count: 1n },
      { itemId: 1n, side: 2, price: 5n, count: 0n },
    ],
  ],
  [
    'every fill of a lot',
    [market({ lots: [lot(8), lot(7)] }), market({ lots: [lot(6)] })],
    [{ currentCount: 8n }, { currentCount: 7n }, { currentCount: 6n }],
  ],
  [
    'every change of a job',
    [{ jobs: [job(1), job(2)] }, { jobs: [job(3)] }],
    [{ startAt: 1n }, { startAt: 2n }, { startAt: 3n }],
  ],
  [
    'every end of a harvest',
    [{ harvest: [harvest(1), harvest(2)] }, { harvest: [harvest(3)] }],
    [{ startAt: 1n }, { startAt: 2n }, { startAt: 3n }],
  ],
  [
    'every change of a friendship',
    [
      {
        social: [
          { userId: ANNA, otherId: 'boris', status: 'pending' },
          { userId: ANNA, otherId: 'boris', status: 'accepted' },
        ],
      },
      { social: [{ userId: ANNA, otherId: 'boris', status: 'deleted' }] },
    ],
    [{ userUuid: 'boris' }, { userUuid: 'boris' }, { userUuid: 'boris' }],
  ],
  [
    'the last count of each item',
    [
      {
        inventory: [
          { userId: ANNA, asset: 1, free: 5 },
          { userId: ANNA, asset: 2, free: 6 },
        ],
      },
      { inventory: [{ userId: ANNA, asset: 1, free: 4 }] },
    ],
    [
      { itemId: 2n, count: 6n },
      { itemId: 1n, count: 4n },
    ],
  ],
  [
    'the last state of each pool for everybody, and of each rental of one’s own',
    [
      {
        rent: {
          pools: [
            { itemId: 1, units: 5 },
            { itemId: 2, units: 6 },
          ],
          rentals: [
            { userId: ANNA, itemId: 1, units: 3 },
            { userId: ANNA, itemId: 2, units: 2 },
          ],
        },
      },
      { rent: { pools: [{ itemId: 1, units: 4 }], rentals: [{ userId: ANNA, itemId: 1, units: 2 }] } },
    ],
    [
      { itemId: 2n, count: 6n },
      { itemId: 1n, count: 4n },
      { itemId: 2n, count: 2n },
      { itemId: 1n, count: 2n },
    ],
  ],
]

describe('a frame of several batches contains', () => {
  const areas: readonly LiveArea[] = AREAS

  it.each(SAME_FRAME)('%s', (_what, batches, frame) => {
    const broadcaster = new Broadcaster(areas)
    const sent: Uint8Array[] = []
    const socket: LiveSocket = {
      bufferedAmount: 0,
      readyState: 1,
      send: (data) => void sent.push(data),
      close: () => undefined,
    }
    broadcaster.add(ANNA, socket)
    broadcaster.view(socket, VIEWED)
    for (const [index, updates] of batches.entries()) broadcaster.publish({ id: index + 1, atMs: index + 1, updates })
    broadcaster.flush()
    const events = sent.flatMap((data) => decodeBatch(data).events.map(({ payload }) => payload.value))
    expect(events).toHaveLength(frame.length)
    expect(events).toMatchObject(frame)
  })
})
