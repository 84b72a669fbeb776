import { asCoins, asItemId, asLotId, asQuantity, asUserId, type Lot } from '@clutch/economy'
import { describe, expect, it } from 'vitest'
import { AREAS } from '../server-areas.ts'
import { BatchRows } from './batch-rows.ts'

const OWNER = asUserId('01890000-0000-7000-8000-000000000001')
const LOT_ID = asLotId('01890000-0000-7000-8000-0000000000aa')

function lot(openCount: number): Lot {
  return {
    id: LOT_ID,
    ownerId: OWNER,
    itemId: asItemId(1),
    side: 'sell',
    price: asCoins(10),
    count: asQuantity(9),
    openCount: asQuantity(openCount),
    preferred: { currency: 'coin', price: asCoins(10) },
    createdAtMs: 0,
  }
}

const placed = { type: 'lot_placed', lot: lot(9) } as const
function filled(openCount: number) {
  return { type: 'lot_filled', lot: lot(openCount), count: asQuantity(1), price: asCoins(10) } as const
}

function namesOf(rows: BatchRows): string[] {
  return rows.statements(0).map(({ name }) => name)
}

describe('the rows of a batch', () => {
  it('are empty without events', () => {
    expect(new BatchRows(AREAS).statements(0)).toEqual([])
  })

  it('contain a new lot once, in its final state', () => {
    const rows = new BatchRows(AREAS)
    rows.add([placed, filled(5), filled(3)])
    expect(namesOf(rows)).toEqual(['insert-lots'])
    expect(rows.statements(0)[0]?.values).toContain('{3}')
  })

  it('contain nothing of a lot placed and filled in the batch', () => {
    const rows = new BatchRows(AREAS)
    rows.add([placed, filled(3), { type: 'lot_cancelled', lot: lot(3) }])
    expect(namesOf(rows)).toEqual([])
  })

  it('update an older lot once and delete it when filled', () => {
    const rows = new BatchRows(AREAS)
    rows.add([filled(5), filled(4)])
    expect(namesOf(rows)).toEqual(['update-lots'])
    rows.add([filled(0)])
    expect(namesOf(rows)).toEqual(['delete-lots'])
  })

  it('contain a balance once, in its final state, and every operation', () => {
    const rows = new BatchRows(AREAS)
    const change = (free: number) => ({
      owner: OWNER,
      asset: asItemId(1),
      free: asCoins(free),
      held: asCoins(0),
      version: 1,
    })
    rows.add(
      [5, 3].map((free) => ({ type: 'ledger_posted', changes: [change(free)], operations: [], flows: [] }) as const),
    )
    expect(namesOf(rows)).toEqual(['upsert-balances'])
    expect(rows.statements(0)[0]?.values).toContain('{3}')
  })
})
