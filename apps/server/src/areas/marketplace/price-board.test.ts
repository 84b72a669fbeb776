import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type QueryResult,
} from 'kysely'
import { expect, it } from 'vitest'
import { createInProcessBus } from '../../bus/bus.ts'
import type { Database } from '../../store/database.ts'
import { PriceBoard } from './price-board.ts'

const ITEM = 7

/** A store whose queries the test completes. */
function heldStore() {
  const held: ((rows: readonly unknown[]) => void)[] = []
  const connection: DatabaseConnection = {
    executeQuery: <Row>() =>
      new Promise<QueryResult<Row>>((resolve) => held.push((rows) => resolve({ rows: rows as Row[] }))),
    streamQuery: () => {
      throw new Error('Streaming is not supported')
    },
  }
  const driver = Object.assign(new DummyDriver(), { acquireConnection: () => Promise.resolve(connection) })
  const db = new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  /** Completes a query (counted from 0) with the best price as of a message. */
  const answer = async (reading: number, last_id: number, price: number) => {
    await expect.poll(() => held.length).toBeGreaterThan(reading)
    held[reading]?.([{ last_id, item_id: ITEM, side: 1, price }])
  }
  return { db, answer }
}

async function openBoard() {
  const bus = createInProcessBus((error) => {
    throw error
  })
  const { db, answer } = heldStore()
  const opening = PriceBoard.open(db, bus)
  await answer(0, 1, 10)
  const board = await opening
  return {
    answer,
    reload: () => board.reload(),
    change: (id: number, price: number) => {
      const prices = [{ itemId: ITEM, side: 'sell' as const, price }]
      bus.publish('economy', { id, atMs: 0, updates: { marketplace: { prices, lots: [], books: [] } } })
    },
    price: () => (JSON.parse(board.entriesJson('sell', new Map())) as { readonly price: number }[])[0]?.price,
  }
}

it('applies messages received during a query after its result', async () => {
  const { answer, change, price, reload } = await openBoard()
  const reading = reload()
  change(3, 30)
  change(4, 40)
  await answer(1, 3, 33)
  await reading
  expect(price()).toBe(40)
})

it.each([
  { ends: 'first', order: [1, 2] },
  { ends: 'last', order: [2, 1] },
])(
  'of two readings at once takes what the later one found, also when the earlier one ends $ends',
  async ({ order }) => {
    const { answer, change, price, reload } = await openBoard()
    const readings = [undefined, reload(), reload()]
    const [one = 0, other = 0] = order
    await answer(one, 2 * one, 20 * one)
    await readings[one]
    change(5, 50)
    await answer(other, 2 * other, 20 * other)
    await readings[other]
    expect(price()).toBe(50)
  },
)
