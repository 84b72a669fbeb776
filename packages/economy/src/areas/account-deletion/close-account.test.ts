import { expect, it } from 'vitest'
import { SampleEconomy, userNumber } from '../../../testing/fixture.ts'
import { HERB, ORE } from '../../../testing/sample-recipes.ts'
import { COINS, WORLD } from '../../core/ledger/accounts.ts'
import { findViolations } from '../../economy.ts'

const [ANNA, BRUNO] = [userNumber(1), userNumber(2)]

function richEconomy(): SampleEconomy {
  const economy = new SampleEconomy([ANNA, BRUNO])
  const items = [
    { itemId: ORE, count: 50 },
    { itemId: HERB, count: 7 },
  ]
  economy.run({ type: 'grant', userId: ANNA, kind: 'quest_drop', coins: 900, items })
  return economy
}

it('closing an account burns everything in one operation, and nothing of others', () => {
  const economy = richEconomy()
  economy.run({ type: 'grant', userId: BRUNO, kind: 'quest_drop', coins: 11, items: [] })
  const closed = economy.run({ type: 'close_account', userId: ANNA })
  if (!closed.ok) throw new Error(closed.error.code)
  const posted = closed.value.flatMap((event) => (event.type === 'ledger_posted' ? event.operations : []))
  expect(posted).toMatchObject([
    {
      kind: 'account_deleted',
      lines: [
        { asset: COINS, change: -900, after: 0 },
        { asset: ORE, change: -50, after: 0 },
        { asset: HERB, change: -7, after: 0 },
      ],
    },
  ])
  expect(economy.world.balanceOf(BRUNO, COINS).free).toBe(11)
  expect(economy.world.balanceOf(WORLD, COINS).free).toBe(-11)
  expect(findViolations(economy.world)).toEqual([])
})

it('closing an account with an open lot is rejected', () => {
  const economy = richEconomy()
  economy.run({
    type: 'place_lot',
    userId: ANNA,
    itemId: ORE,
    side: 'sell',
    price: 3,
    count: 2,
    mode: 'rest',
    preferred: { currency: 'coin', price: 3 },
  })
  expect(economy.run({ type: 'close_account', userId: ANNA })).toMatchObject({ error: { code: 'account_in_use' } })
})

it('closing a closed account again burns only what arrived since', () => {
  const economy = richEconomy()
  economy.run({ type: 'close_account', userId: ANNA })
  expect(economy.run({ type: 'close_account', userId: ANNA })).toMatchObject({ value: [{ type: 'account_closed' }] })
  economy.run({ type: 'grant', userId: ANNA, kind: 'quest_drop', coins: 5, items: [] })
  economy.run({ type: 'close_account', userId: ANNA })
  expect(economy.world.balanceOf(ANNA, COINS)).toMatchObject({ free: 0, held: 0 })
  expect(findViolations(economy.world)).toEqual([])
})
