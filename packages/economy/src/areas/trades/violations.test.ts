import { expect, it } from 'vitest'
import { findViolations } from '../../economy.ts'
import { SampleEconomy } from '../../../testing/fixture.ts'
import { ANNA, BORIS, mustRun } from '../../../testing/workshop.ts'
import { pairIdOf } from '../social/pair.ts'
import { asTradeId, type Trade } from './trade.ts'

/** Two friends with an open trade. */
function trading(): [SampleEconomy, Trade] {
  const economy = new SampleEconomy([ANNA, BORIS])
  mustRun(economy, { type: 'send_friend_invite', userId: ANNA, otherId: BORIS })
  mustRun(economy, { type: 'accept_friend_invite', userId: BORIS, otherId: ANNA })
  mustRun(economy, { type: 'create_trade', userId: ANNA, otherId: BORIS })
  const trade = economy.world.trades.activeOf(pairIdOf(ANNA, BORIS))
  if (trade === undefined) throw new Error('No trade was opened')
  expect(findViolations(economy.world)).toEqual([])
  return [economy, trade]
}

const withSides = ({ sides: [low, high], ...trade }: Trade, confirmed: readonly [boolean, boolean]): Trade => ({
  ...trade,
  sides: [
    { ...low, confirmation: confirmed[0] ? 'seen' : 'none' },
    { ...high, confirmation: confirmed[1] ? 'seen' : 'none' },
  ],
})

it.each<[string, (trade: Trade) => Trade, string]>([
  [
    'a second open trade of two players',
    (trade) => ({ ...trade, id: asTradeId('another') }),
    'a second open trade of two players',
  ],
  ['an active one that both have confirmed', (trade) => withSides(trade, [true, true]), 'confirmed and not completed'],
  ['an active one with an end time', (trade) => ({ ...trade, endedAtMs: 1 }), 'active with a wrong end time'],
  ['an ended one without an end time', (trade) => ({ ...trade, status: 'declined' }), 'declined with a wrong end time'],
  [
    'sides in the wrong order',
    ({ sides: [low, high], ...trade }) => ({ ...trade, sides: [high, low] }),
    'sides in the wrong order',
  ],
])('finds %s', (_, spoil, problem) => {
  const [economy, trade] = trading()
  const spoilt = spoil(trade)
  economy.world.trades.set(spoilt)
  expect(findViolations(economy.world)).toEqual([{ rule: 'trade', detail: `${spoilt.id}: ${problem}` }])
})

it('finds an open trade of players who are not friends', () => {
  const [economy, trade] = trading()
  mustRun(economy, { type: 'remove_friend', userId: ANNA, otherId: BORIS })
  expect(findViolations(economy.world)).toEqual([])
  economy.world.trades.set(trade)
  expect(findViolations(economy.world)).toEqual([{ rule: 'trade', detail: `${trade.id}: not friends` }])
})

it('accepts a trade that one side has confirmed', () => {
  for (const confirmed of [
    [true, false],
    [false, true],
  ] as const) {
    const [economy, trade] = trading()
    economy.world.trades.set(withSides(trade, confirmed))
    expect(findViolations(economy.world)).toEqual([])
  }
})
