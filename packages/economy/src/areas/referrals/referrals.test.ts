import { describe, expect, it } from 'vitest'
import type { EconomyEvent } from '../../core/event.ts'
import { COINS, WORLD } from '../../core/ledger/accounts.ts'
import { asAssetId, asCoins, AMOUNT_MAX, type UserId } from '../../core/numbers.ts'
import { findViolations } from '../../economy.ts'
import { SampleEconomy, userNumber } from '../../../testing/fixture.ts'

const [REFERRER, NEWCOMER, OTHER] = [userNumber(1), userNumber(2), userNumber(3)]
const REWARD = 500

function register(economy: SampleEconomy, userId: UserId, referrerId: UserId | undefined) {
  const person = { steamId: '7', name: 'Anna', isNameConfirmed: true, language: 'en' }
  return economy.run({ type: 'register_player', userId, ...person, referrerId })
}

function referred(): SampleEconomy {
  const economy = new SampleEconomy([REFERRER, NEWCOMER, OTHER])
  register(economy, NEWCOMER, REFERRER)
  return economy
}

const coinsOf = (economy: SampleEconomy, userId: UserId): number => economy.world.balanceOf(userId, COINS).free
/** The sample catalogue's minimum trade value. */
const MIN_VALUE = 100
const earn = (economy: SampleEconomy, userId: UserId, coins = MIN_VALUE) =>
  economy.run({ type: 'earn_referral', userId, tradedCoins: asCoins(coins) })

function rewardsIn(events: readonly EconomyEvent[]) {
  return events
    .flatMap((event) => (event.type === 'ledger_posted' ? event.operations : []))
    .filter(({ kind }) => kind === 'referral')
    .map(({ userId, causeId, actorId }) => ({ userId, causeId, actorId }))
}

describe('a referral', () => {
  it('pays each side as a separate operation a moment after it was earned', () => {
    const economy = referred()
    earn(economy, NEWCOMER)
    expect([coinsOf(economy, NEWCOMER), coinsOf(economy, REFERRER)]).toEqual([1_000, 0])
    const rewards = rewardsIn(economy.pass(1))
    const common = { causeId: NEWCOMER, actorId: WORLD }
    expect(rewards.toSorted((a, b) => (a.userId < b.userId ? -1 : 1))).toEqual([
      { userId: REFERRER, ...common },
      { userId: NEWCOMER, ...common },
    ])
    expect([coinsOf(economy, NEWCOMER), coinsOf(economy, REFERRER)]).toEqual([1_000 + REWARD, REWARD])
    expect(findViolations(economy.world)).toEqual([])
  })

  it('pays once, however often it is triggered', () => {
    const economy = referred()
    for (let time = 0; time < 5; time += 1) {
      earn(economy, NEWCOMER)
      economy.pass(10)
    }
    expect([coinsOf(economy, NEWCOMER), coinsOf(economy, REFERRER)]).toEqual([1_000 + REWARD, REWARD])
  })

  it('is earned when trades add up to the minimum, across restarts', () => {
    const economy = referred()
    earn(economy, NEWCOMER, MIN_VALUE - 1)
    economy.restart()
    economy.pass(5)
    expect(coinsOf(economy, REFERRER)).toBe(0)
    earn(economy, NEWCOMER, 1)
    economy.pass(5)
    expect(coinsOf(economy, REFERRER)).toBe(REWARD)
  })

  it('is still owed after a restart', () => {
    const economy = referred()
    earn(economy, NEWCOMER)
    economy.restart()
    economy.pass(1)
    expect([coinsOf(economy, NEWCOMER), coinsOf(economy, REFERRER)]).toEqual([1_000 + REWARD, REWARD])
  })

  it('pays a referrer for each referred player, and nobody without a link or with their own', () => {
    const economy = referred()
    register(economy, OTHER, REFERRER)
    register(economy, REFERRER, REFERRER)
    for (const userId of [NEWCOMER, OTHER, REFERRER]) earn(economy, userId)
    economy.pass(5)
    expect(coinsOf(economy, REFERRER)).toBe(1_000 + 2 * REWARD)
  })

  it('mints only what the supply has room for', () => {
    const economy = referred()
    const left = AMOUNT_MAX - 1_000 - 300
    economy.run({ type: 'grant', userId: OTHER, kind: 'quest_drop', coins: left, items: [] })
    earn(economy, NEWCOMER)
    economy.pass(5)
    expect(coinsOf(economy, REFERRER) + coinsOf(economy, NEWCOMER)).toBe(1_000 + 300)
    expect(economy.world.balanceOf(WORLD, asAssetId(COINS)).free).toBe(-AMOUNT_MAX)
    expect(economy.world.account(REFERRER).referral.owed).toEqual([])
  })
})
