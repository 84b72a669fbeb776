import { randomUUID } from 'node:crypto'
import { asCoins } from '@clutch/economy'
import { SampleEconomy, userNumber } from '@clutch/economy/testing'
import { describe, expect, it } from 'vitest'
import { referralAccounts } from '../../src/areas/referrals/load.ts'
import { collectReferralRows } from '../../src/areas/referrals/rows.ts'
import { FIRST_ITEM_ID } from '../support/make-pack.ts'
import { order, serveMarket } from '../support/market-server.ts'
import { newSteamId, Player } from '../support/player.ts'
import { STORE_KINDS } from '../support/stores.ts'

const REWARD = 700
const FIRST_TRADES = 64
/** All sign in over the platform at the same time, which may take six seconds each. */
const LINKS = 16
const DAY_MS = 24 * 60 * 60 * 1_000

it('a referral is owed to both sides when it is loaded between earning and payment, and cannot be earned again', () => {
  const [newcomer, referrer] = [userNumber(1), userNumber(2)]
  const { world } = new SampleEconomy([newcomer, referrer])
  const row = { user_id: newcomer, referrer_id: referrer, earned_at_ms: 5, traded_coins: 0 }
  referralAccounts.add(world, [[row], [row]])
  const owed = [{ newcomerId: newcomer, dueAtMs: 5 }]
  for (const userId of [newcomer, referrer]) {
    expect(world.account(userId).referral).toEqual({ referrerId: undefined, tradedCoins: 0, owed })
  }
})

it('a batch stores only the last value that a referral has reached', () => {
  const { on, statements } = collectReferralRows()
  const userId = userNumber(1)
  for (const coins of [3, 5]) on.referral_advanced?.({ type: 'referral_advanced', userId, tradedCoins: asCoins(coins) })
  const advanced = statements(0).find((statement) => statement?.name === 'advance-referrals')
  expect(advanced?.values).toEqual([`{${userId}}`, '{5}'])
})

/** Every single trade of the other tests reaches it. */
const MIN_VALUE = 2

describe.each(STORE_KINDS)('a referral on %s', (kind) => {
  const { server, db, restart, sameAt, newItem, newPlayer } = serveMarket(kind, {
    referralCoins: REWARD,
    referralMinValue: MIN_VALUE,
  })

  /** Creates a new player who signs in through a referral link. */
  const comeBy = (link: string): Promise<Player> =>
    Player.signIn(server(), newSteamId(), new URL(link).searchParams.get('invite') ?? '')
  const linkOf = async (player: Player): Promise<string> => (await player.call('GET /referral/get')).link
  /** The referral rewards of each player according to their history. */
  async function rewardsOf(...players: readonly Player[]): Promise<number[]> {
    return Promise.all(
      players.map(async (player) => {
        const { response } = await player.call('POST /inventory/history', { filter_item_id: FIRST_ITEM_ID })
        return response.filter(({ operation_code }) => operation_code === 'referral').length
      }),
    )
  }
  /** The rewards are paid by a separate task shortly after the trade. */
  const untilRewarded = async (referrer: Player, newcomer: Player): Promise<void> => {
    await expect.poll(() => rewardsOf(referrer, newcomer)).toEqual([1, 1])
  }

  it('pays both sides once, however many first trades happen concurrently', async () => {
    const [referrer, seller] = [await newPlayer(), await newPlayer()]
    const newcomer = await comeBy(await linkOf(referrer))
    await newcomer.grant(1_000)
    const item = newItem()
    await seller.grant(0, { [item]: FIRST_TRADES })
    await seller.call('POST /marketplace/create-sell-lot', order(item, 3, FIRST_TRADES))
    const before = { referrer: await referrer.coins(), newcomer: await newcomer.coins() }
    expect(await referrer.call('GET /referral/get')).toMatchObject({
      reward: { coins: REWARD, items: [{ item_id: FIRST_ITEM_ID, count: 2 }] },
      invited_count: 1,
      rewarded_count: 0,
      players: [{ user_uuid: newcomer.userId, is_rewarded: false }],
      referrer: null,
    })
    await Promise.all(
      Array.from({ length: FIRST_TRADES }, () => newcomer.call('POST /marketplace/buy-lot', order(item, 3, 1))),
    )
    await untilRewarded(referrer, newcomer)
    expect(await referrer.call('GET /referral/get')).toMatchObject({
      rewarded_count: 1,
      players: [{ is_rewarded: true }],
    })
    expect(await newcomer.call('GET /referral/get')).toMatchObject({ referrer: { is_rewarded: true } })
    expect(await referrer.coins()).toBe(before.referrer + REWARD)
    expect(await newcomer.coins()).toBe(before.newcomer + REWARD - 3 * FIRST_TRADES)
    expect(await rewardsOf(referrer, newcomer, seller)).toEqual([1, 1, 0])
    await newcomer.call('POST /marketplace/create-sell-lot', order(item, 3, 1))
    await seller.call('POST /marketplace/buy-lot', order(item, 3, 1))
    expect(await rewardsOf(referrer, newcomer, seller)).toEqual([1, 1, 0])
  })

  it('requires a trade with someone other than the referrer, also across a restart', async () => {
    const referrer = await newPlayer(1_000)
    const newcomer = await comeBy(await linkOf(referrer))
    const item = newItem()
    await newcomer.grant(0, { [item]: 2 })
    await newcomer.call('POST /marketplace/create-sell-lot', order(item, 5, 2))
    await referrer.call('POST /marketplace/buy-lot', order(item, 5, 1))
    await restart()
    const [again, from, other] = [sameAt(newcomer), sameAt(referrer), await newPlayer(1_000)]
    expect(await rewardsOf(from, again)).toEqual([0, 0])
    await other.call('POST /marketplace/buy-lot', order(item, 5, 1))
    await untilRewarded(from, again)
    expect(await rewardsOf(other)).toEqual([0])
  })

  it('counts a friend trade, but no gift', async () => {
    const [referrer, friend] = [await newPlayer(), await newPlayer(1_000)]
    const newcomer = await comeBy(await linkOf(referrer))
    await newcomer.call('POST /social/send-friend-invite', { friend_uuid: friend.userId })
    await friend.call('POST /social/accept-friend-invite', { friend_uuid: newcomer.userId })
    const exchange = async (given: number, returned: number): Promise<void> => {
      let { trade } = await newcomer.call('POST /social/create-trade', { user_uuid: friend.userId })
      for (const [player, coins] of [
        [friend, returned],
        [newcomer, given],
        [friend, returned],
      ] as const) {
        if (trade.trade_status !== 'active') break
        const body = { id: trade.id, trade_item: { coins, items: {} }, seen_revision: trade.revision }
        trade = (await player.call('POST /social/confirm-trade', body)).trade
      }
      expect(trade.trade_status).toBe('completed')
    }
    await exchange(0, 5)
    expect(await rewardsOf(referrer, newcomer)).toEqual([0, 0])
    // Only items that are not returned count.
    await exchange(5, 4)
    const { traded_coins, earned_at_ms } = await db()
      .selectFrom('referral')
      .selectAll()
      .where('user_id', '=', newcomer.userId)
      .executeTakeFirstOrThrow()
    expect({ traded_coins, earned_at_ms }).toEqual({ traded_coins: 1, earned_at_ms: null })
    await exchange(3, 5)
    await untilRewarded(referrer, newcomer)
    expect(await rewardsOf(friend)).toEqual([0])
  })

  it('counts the combined value of trades with others, also across a restart', async () => {
    const item = newItem()
    const [referrer, other] = [await newPlayer(), await newPlayer(100_000, { [item]: 10 })]
    const { min_value } = await referrer.call('GET /referral/get')
    expect(min_value).toBe(MIN_VALUE)
    const newcomer = await comeBy(await linkOf(referrer))
    await other.call('POST /marketplace/create-sell-lot', order(item, MIN_VALUE - 1, 1))
    await newcomer.call('POST /marketplace/buy-lot', order(item, MIN_VALUE - 1, 1))
    const worth = async () =>
      (await db().selectFrom('referral').selectAll().where('user_id', '=', newcomer.userId).executeTakeFirstOrThrow())
        .traded_coins
    expect(await worth()).toBe(MIN_VALUE - 1)
    await restart()
    const [again, seller, from] = [sameAt(newcomer), sameAt(other), sameAt(referrer)]
    await seller.call('POST /marketplace/create-sell-lot', order(item, 1, 1))
    expect(await rewardsOf(from, again)).toEqual([0, 0])
    await again.call('POST /marketplace/buy-lot', order(item, 1, 1))
    await untilRewarded(from, again)
  })

  it('requires a new player and the link of another one', async () => {
    const player = await newPlayer(1_000)
    const own = await Player.signIn(server(), player.steamId, player.userId)
    const stranger = await comeBy('http://localhost/?invite=00000000-0000-4000-8000-000000000000')
    const broken = await comeBy('http://localhost/?invite=%27--')
    const shouted = await comeBy(`http://localhost/?invite=${player.userId.toUpperCase()}`)
    for (const one of [own, stranger, broken]) {
      expect(await one.call('GET /referral/get')).toMatchObject({ referrer: null })
    }
    expect(await shouted.call('GET /referral/get')).toMatchObject({ referrer: { is_rewarded: false } })
    const { players } = await player.call('GET /referral/get')
    expect(players.map(({ user_uuid }) => user_uuid)).toEqual([shouted.userId])
    await Player.signIn(server(), stranger.steamId, player.userId)
    expect((await player.call('GET /referral/get')).invited_count).toBe(1)
  })

  it('makes one player with one referrer of concurrent first sign-ins through many links', async () => {
    const referrers = await Promise.all(Array.from({ length: LINKS }, () => newPlayer()))
    const steamId = newSteamId()
    const arrivals = await Promise.all(referrers.map(({ userId }) => Player.signIn(server(), steamId, userId)))
    expect(new Set(arrivals.map(({ userId }) => userId)).size).toBe(1)
    const counts = await Promise.all(
      referrers.map(async (each) => (await each.call('GET /referral/get')).invited_count),
    )
    expect(counts.filter((count) => count > 0)).toEqual([1])
  })

  it('in a chain counts for each player separately, and not for a trade with the player before', async () => {
    const first = await newPlayer()
    const second = await comeBy(await linkOf(first))
    const third = await comeBy(await linkOf(second))
    const item = newItem()
    await second.grant(0, { [item]: 1 })
    await third.grant(1_000)
    await second.call('POST /marketplace/create-sell-lot', order(item, 4, 1))
    await third.call('POST /marketplace/buy-lot', order(item, 4, 1))
    // The second has traded with someone other than the first; the third has traded only with the second.
    await untilRewarded(first, second)
    expect(await rewardsOf(third)).toEqual([0])
    expect(await second.call('GET /referral/get')).toMatchObject({ invited_count: 1, rewarded_count: 0 })
  })

  it('pays banned and blocked players, and nothing again for a repeated or a later trade', async () => {
    const [referrer, seller] = [await newPlayer(), await newPlayer()]
    const newcomer = await comeBy(await linkOf(referrer))
    await newcomer.call('POST /social/block-user', { user_uuid: referrer.userId })
    const item = newItem()
    await seller.grant(0, { [item]: 3 })
    await seller.call('POST /marketplace/create-sell-lot', order(item, 2, 3))
    await newcomer.grant(100)
    await db()
      .updateTable('player')
      .set({ banned_until_ms: Date.now() + DAY_MS, ban_reason: 'bots' })
      .where('user_id', '=', referrer.userId)
      .execute()
    const buy = (key: string) =>
      newcomer.call('POST /marketplace/buy-lot', order(item, 2, 1), { 'idempotency-key': key })
    const [key, another] = [randomUUID(), randomUUID()]
    const bought = await buy(key)
    await untilRewarded(referrer, newcomer)
    expect(await buy(key)).toEqual(bought)
    await buy(another)
    await Player.signIn(server(), newcomer.steamId, seller.userId)
    await restart()
    // A command loads its player: a reward that is still owed would be paid before it.
    for (const player of [referrer, newcomer]) await sameAt(player).grant(1)
    expect(await rewardsOf(sameAt(referrer), sameAt(newcomer), sameAt(seller))).toEqual([1, 1, 0])
  })
})
