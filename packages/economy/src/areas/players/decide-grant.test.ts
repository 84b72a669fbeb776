import { describe, expect, it } from 'vitest'
import { rngFromText } from '../../core/chance/rng.ts'
import { COINS, WORLD } from '../../core/ledger/accounts.ts'
import { asItemId } from '../../core/numbers.ts'
import { findViolations } from '../../economy.ts'
import { SampleEconomy, sampleCatalogue, userNumber } from '../../../testing/fixture.ts'
import { CRATE, HERB, INGOT, LUCKY_BAG, NESTED_BAG, NOTHING, ORE } from '../../../testing/sample-recipes.ts'
import { openItem } from '../items/open-item.ts'

const [ANNA, BERT] = [userNumber(1), userNumber(2)]

function grant(economy: SampleEconomy, itemId: ReturnType<typeof asItemId>, count: number, coins = 0) {
  return economy.run({ type: 'grant', userId: ANNA, kind: 'quest_drop', coins, items: [{ itemId, count }] })
}

describe('granting', () => {
  it('grants each entry of a bundle, times the count', () => {
    const economy = new SampleEconomy([ANNA])
    grant(economy, CRATE, 3)
    expect(economy.world.balanceOf(ANNA, ORE).free).toBe(30)
    expect(economy.world.balanceOf(ANNA, HERB).free).toBe(6)
    expect(economy.world.balanceOf(ANNA, CRATE).free).toBe(0)
    expect(findViolations(economy.world)).toEqual([])
  })

  it('draws one entry of a generator for each, by weight', () => {
    const opened = openItem(sampleCatalogue(), LUCKY_BAG, 10_000, rngFromText('seed'))
    if (!opened.ok) throw new Error(opened.error.code)
    expect(opened.value.get(ORE)).toBeGreaterThan(6_800)
    expect(opened.value.get(ORE)).toBeLessThan(7_200)
    expect(opened.value.get(INGOT)).toBeGreaterThan(2_300)
    expect(opened.value.has(NOTHING)).toBe(false)
  })

  it('draws the same from the same seed', () => {
    const draw = (seed: string) => openItem(sampleCatalogue(), NESTED_BAG, 50, rngFromText(seed))
    expect(draw('a')).toEqual(draw('a'))
    expect(draw('a')).not.toEqual(draw('b'))
  })

  it('grants nothing for bundle 40', () => {
    const economy = new SampleEconomy([ANNA])
    expect(grant(economy, NOTHING, 5)).toEqual({ ok: true, value: [] })
  })

  it.each([
    ['an unknown item', asItemId(77), 1, 0, 'unknown_item'],
    ['a negative count', ORE, -1, 0, 'invalid_count'],
    ['fractional coins', ORE, 1, 0.5, 'invalid_count'],
    ['too many draws', LUCKY_BAG, 1_000_001, 0, 'amount_too_large'],
    ['more than 2^53 − 1 of an item', CRATE, 2 ** 52, 0, 'amount_too_large'],
  ])('rejects %s', (_, itemId, count, coins, code) => {
    const economy = new SampleEconomy([ANNA])
    expect(grant(economy, itemId, count, coins)).toMatchObject({ ok: false, error: { code } })
    expect(economy.world.balanceOf(WORLD, ORE).free).toBe(0)
  })

  it('never mints coins above 2^53 − 1', () => {
    const economy = new SampleEconomy([ANNA, userNumber(2)])
    grant(economy, ORE, 0, 2 ** 53 - 1)
    const refused = economy.run({ type: 'grant', userId: userNumber(2), kind: 'quest_drop', coins: 1, items: [] })
    expect(refused).toMatchObject({ ok: false, error: { code: 'amount_too_large' } })
  })
})

describe('a grant by customer support', () => {
  const given = (coins: number, items: readonly { itemId: ReturnType<typeof asItemId>; count: number }[]) => {
    const outcome = new SampleEconomy([ANNA]).run({
      type: 'grant',
      userId: ANNA,
      kind: 'customer_support',
      coins,
      items,
    })
    if (!outcome.ok) throw new Error(outcome.error.code)
    return outcome.value
  }
  const notificationsIn = (events: ReturnType<typeof given>) =>
    events.flatMap((event) => (event.type === 'notification_added' ? [event.notification] : []))

  it.each([
    ['coins alone', 70, [], { coins: 70, itemId: undefined, count: 0 }],
    ['an item with its count', 0, [{ itemId: ORE, count: 3 }], { coins: 0, itemId: ORE, count: 3 }],
    ['coins and an item', 5, [{ itemId: HERB, count: 1 }], { coins: 5, itemId: HERB, count: 1 }],
    [
      'the number of item types in a bundle',
      0,
      [{ itemId: CRATE, count: 3 }],
      { coins: 0, itemId: undefined, count: 2 },
    ],
  ])('notifies the player: %s', (_, coins, items, expected) => {
    const events = given(coins, items)
    const [operation] = events.flatMap((event) => (event.type === 'ledger_posted' ? event.operations : []))
    expect(notificationsIn(events)).toEqual([{ id: operation?.id, userId: ANNA, kind: 'support_grant', ...expected }])
  })

  it('sends no notification if nothing was granted', () => {
    expect(given(0, [{ itemId: NOTHING, count: 5 }])).toEqual([])
  })

  it('is the only grant that notifies: quests and removals do not', () => {
    const economy = new SampleEconomy([ANNA])
    const quest = grant(economy, ORE, 3, 10)
    const taken = economy.run({ type: 'consume', userId: ANNA, asset: ORE, count: 2 })
    if (!quest.ok || !taken.ok) throw new Error('Both should be accepted')
    expect([...quest.value, ...taken.value].map(({ type }) => type)).toEqual(['ledger_posted', 'ledger_posted'])
  })
})

describe('registering a player', () => {
  it('grants the starter pack as one operation', () => {
    const economy = new SampleEconomy([ANNA])
    const outcome = economy.run({
      type: 'register_player',
      userId: ANNA,
      steamId: '76561190000000001',
      name: 'Anna',
      isNameConfirmed: true,
      language: 'ru',
    })
    if (!outcome.ok) throw new Error(outcome.error.code)
    expect(outcome.value[0]).toMatchObject({ type: 'player_registered', name: 'Anna' })
    expect(outcome.value[1]).toMatchObject({
      operations: [
        {
          kind: 'starter_pack',
          lines: [
            { asset: COINS, change: 1_000, after: 1_000 },
            { asset: ORE, change: 10, after: 10 },
            { asset: HERB, change: 2, after: 2 },
          ],
        },
      ],
    })
  })

  it('created by the game’s server waits for the first sign-in, which grants the starter pack and begins the referral', () => {
    const economy = new SampleEconomy([ANNA, BERT])
    const account = { steamId: '76561190000000001', name: 'Anna', isNameConfirmed: true, language: 'ru' }
    economy.run({ type: 'register_player', userId: ANNA, ...account, isAwaited: true })
    expect(economy.world.balanceOf(ANNA, COINS).free).toBe(0)
    const signIn = () => {
      const outcome = economy.run({ type: 'claim_starter_pack', userId: ANNA, referrerId: BERT })
      return outcome.ok ? outcome.value.map(({ type }) => type) : outcome.error.code
    }
    expect(signIn()).toEqual(['player_awaited', 'referral_began', 'ledger_posted'])
    expect(economy.world.account(ANNA).referral.referrerId).toBe(BERT)
    expect(economy.world.balanceOf(ANNA, COINS).free).toBe(1_000)
    expect(signIn()).toEqual([])
  })
})
