import { expect, it } from 'vitest'
import { isOperationKind, OPERATION_KINDS, operationKindOf } from '../../economy.ts'
import { mergeOperationKinds } from './operation-kinds.ts'

/** Stored codes of operations: append only. */
const STORED_CODES = {
  unknown: 0,
  starter_pack: 1,
  customer_support: 2,
  quest_drop: 3,
  create_sell_lot: 4,
  create_buy_lot: 5,
  cancel_lot: 6,
  buy_lot: 7,
  sell_lot: 8,
  start_craft: 9,
  end_craft: 10,
  end_delayed_craft: 11,
  craft_cancel: 12,
  start_farm: 13,
  end_farm: 14,
  harvesting_start: 15,
  harvesting_end: 16,
  energy: 17,
  trade: 24,
  rent_put: 34,
  rent_take_back: 35,
  rent_salary: 36,
  rent_buy: 37,
  exchange_to_steam: 38,
  exchange_from_steam: 39,
  spin: 40,
  referral: 41,
  account_deleted: 42,
}

it('keeps the stored code of every kind', () => {
  const codes = Object.entries(OPERATION_KINDS).map(([kind, { code }]) => [kind, code])
  expect(Object.fromEntries(codes)).toMatchObject(STORED_CODES)
})

it('lists the kinds of all areas in the order of their codes', () => {
  const codes = Object.values(OPERATION_KINDS).map(({ code }) => code)
  expect(codes).toEqual(codes.toSorted((a, b) => a - b))
})

it('finds a kind by name and by code, and reads codes of newer versions as unknown', () => {
  expect([isOperationKind('spin'), isOperationKind('toString')]).toEqual([true, false])
  expect([operationKindOf(40), operationKindOf(9_999)]).toEqual(['spin', 'unknown'])
})

it('rejects duplicate codes and duplicate kinds', () => {
  const row = { code: 17, from: [], to: [] }
  expect(() => mergeOperationKinds([{ energy: row }, { spin: row }])).toThrow('reuses code 17')
  expect(() => mergeOperationKinds([{ energy: row }, { energy: { ...row, code: 18 } }])).toThrow(
    'is described by two areas',
  )
})
