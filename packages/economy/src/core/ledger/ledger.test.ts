import { describe, expect, it } from 'vitest'
import { AMOUNT_MAX, asAmount, asAssetId, asOperationId } from '../numbers.ts'
import { OPERATION_KINDS, operationKindOf } from '../../economy.ts'
import { userNumber } from '../../../testing/fixture.ts'
import { COINS, freeOf, heldOf, THE_WORLD, WORLD } from './accounts.ts'
import { LedgerDraft } from './ledger.ts'
import type { OperationKind } from './operation-kinds.ts'

const ANNA = userNumber(1)
const BORIS = userNumber(2)
const NOW_MS = 1_000

function draft(free = 100): LedgerDraft {
  return new LedgerDraft(
    {
      operationKinds: OPERATION_KINDS,
      balanceOf: (owner) => ({ free: owner === WORLD ? -free : free, held: 0 }),
      versionOf: () => 0,
    },
    { nowMs: NOW_MS, actorId: ANNA },
  )
}

function participant(kind: OperationKind, userId = ANNA) {
  return { id: asOperationId(`op-${kind}`), userId, kind, causeId: 'lot' }
}

describe('the ledger', () => {
  it("writes a line with the balance after each change of the user's free balance", () => {
    const ledger = draft()
    ledger.post(
      [participant('create_buy_lot')],
      [{ from: freeOf(ANNA), to: heldOf(ANNA), asset: COINS, amount: asAmount(30) }],
    )
    ledger.post(
      [participant('cancel_lot')],
      [{ from: heldOf(ANNA), to: freeOf(ANNA), asset: COINS, amount: asAmount(10) }],
    )
    const [posted] = ledger.toEvents()
    expect(posted?.operations.map(({ kind, lines }) => [kind, lines])).toEqual([
      ['create_buy_lot', [{ asset: COINS, change: -30, after: 70 }]],
      ['cancel_lot', [{ asset: COINS, change: 10, after: 80 }]],
    ])
    expect(posted?.changes).toEqual([{ owner: ANNA, asset: COINS, free: 80, held: 20, version: 1 }])
  })

  it('names the missing amount', () => {
    const coins = draft(5).post(
      [participant('buy_lot')],
      [{ from: freeOf(ANNA), to: freeOf(BORIS), asset: COINS, amount: asAmount(8) }],
    )
    expect(coins).toEqual({ ok: false, error: { code: 'not_enough_coins', missing: 3 } })
    const items = draft(5).post(
      [participant('sell_lot')],
      [{ from: freeOf(ANNA), to: freeOf(BORIS), asset: asAssetId(7), amount: asAmount(8) }],
    )
    expect(items).toEqual({ ok: false, error: { code: 'not_enough_items', itemId: 7, missing: 3 } })
  })

  it('rejects a balance above 2^53 − 1', () => {
    const posted = draft(AMOUNT_MAX).post(
      [participant('buy_lot')],
      [{ from: freeOf(ANNA), to: freeOf(BORIS), asset: COINS, amount: asAmount(1) }],
    )
    expect(posted).toEqual({ ok: false, error: { code: 'amount_too_large' } })
  })

  it('throws on a move that its kind does not allow', () => {
    const mint = { from: THE_WORLD, to: freeOf(ANNA), asset: COINS, amount: asAmount(1) }
    expect(() => draft().post([participant('create_buy_lot')], [mint])).toThrow('No participant')
    expect(() => draft().post([participant('quest_drop')], [{ ...mint, amount: asAmount(0) }])).toThrow(
      'Invalid amount',
    )
  })

  it('gives every kind a distinct code', () => {
    const codes = Object.values(OPERATION_KINDS).map((row) => row.code)
    expect(new Set(codes).size).toBe(codes.length)
    expect(operationKindOf(OPERATION_KINDS.sell_lot.code)).toBe('sell_lot')
    expect(operationKindOf(9_999)).toBe('unknown')
  })
})
