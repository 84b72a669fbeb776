import { expect, it } from 'vitest'
import type { World } from '../../core/world.ts'
import { findViolations } from '../../economy.ts'
import { SampleEconomy, userNumber } from '../../../testing/fixture.ts'
import { mustRun } from '../../../testing/workshop.ts'
import { STRANGER, type PairSide } from './pair.ts'

const [ANNA, BORIS, CLARA] = [userNumber(1), userNumber(2), userNumber(3)]

/** Anna is Boris's friend, has invited Clara, and blocks a fourth. */
function world(): World {
  const economy = new SampleEconomy([ANNA, BORIS, CLARA, userNumber(4)])
  mustRun(economy, { type: 'send_friend_invite', userId: ANNA, otherId: BORIS })
  mustRun(economy, { type: 'accept_friend_invite', userId: BORIS, otherId: ANNA })
  mustRun(economy, { type: 'send_friend_invite', userId: ANNA, otherId: CLARA })
  mustRun(economy, { type: 'block_user', userId: ANNA, otherId: userNumber(4) })
  expect(findViolations(economy.world)).toEqual([])
  return economy.world
}

const set = (of: World, userId: typeof ANNA, otherId: typeof ANNA, change: Partial<PairSide>) =>
  of.social.set(userId, otherId, { ...of.social.side(userId, otherId), ...change })

/** Ignores violations of counters, which the change also causes. */
const detailsOf = (of: World) =>
  findViolations(of).flatMap(({ rule, detail }) =>
    rule === 'friendship' && !detail.includes('counts') ? [detail] : [],
  )

it.each<[string, (of: World) => void, string]>([
  [
    'a friendship on one side only',
    (of) => set(of, BORIS, ANNA, STRANGER),
    `${ANNA} → ${BORIS}: only one side is a friend`,
  ],
  [
    'an invitation without a sender',
    (of) => set(of, ANNA, CLARA, STRANGER),
    `${CLARA} → ${ANNA}: an invitation without a sender`,
  ],
  [
    'a friend who is blocked',
    (of) => set(of, ANNA, BORIS, { blocks: true }),
    `${ANNA} → ${BORIS}: a block in state accepted`,
  ],
])('finds %s', (_, spoil, detail) => {
  const spoilt = world()
  spoil(spoilt)
  expect(detailsOf(spoilt)).toEqual([detail])
})

it.each(['friends', 'sent', 'blocks'] as const)('finds a wrong count of %s', (count) => {
  for (const change of [1, -1]) {
    const spoilt = world()
    spoilt.account(ANNA).social[count] += change
    expect(findViolations(spoilt)).toEqual([
      { rule: 'friendship', detail: `${ANNA} has wrong counts of friends, invitations or blocks` },
    ])
  }
})
