import { SPINS_PER_CALL_MAX } from '@clutch/contract'
import { toClaim, verifySpin } from '@clutch/contract/fair'
import { SPINS_MAX } from '@clutch/economy'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { FIRST_ITEM_ID } from '../support/make-pack.ts'
import { serveMarket } from '../support/market-server.ts'
import type { Player } from '../support/player.ts'
import { STORE_KINDS } from '../support/stores.ts'

it('the wheel has the bounds of the contract', () => {
  expect(SPINS_MAX).toBe(SPINS_PER_CALL_MAX)
})

/** Recomputes every spin of a player from what the calls return. */
async function verdictsOf(player: Player): Promise<string[]> {
  const { spins } = await player.call('POST /roulette/history')
  const { tables } = await player.call('GET /roulette/seeds')
  return spins.map((spin) => {
    const claim = toClaim(spin, tables)
    return claim === undefined ? 'hidden' : verifySpin(claim)
  })
}

describe('the wheel in a fresh demo world', () => {
  const { newPlayer } = serveMarket('postgres', { roulette: true, items: 6, production: true }, { DEMO: 'on' })

  it('lists the first spins and proves them once their seed is revealed', async () => {
    const player = await newPlayer(10_000)
    await player.call('POST /roulette/spin', { count: 2 })
    expect(await verdictsOf(player)).toEqual(['hidden', 'hidden'])
    await player.call('POST /roulette/set-client-seed', { client_seed: 'first-day' })
    expect(await verdictsOf(player)).toEqual(['fair', 'fair'])
  })
})

describe.each(STORE_KINDS)('the wheel on %s', (kind) => {
  const { db, newPlayer, restart, sameAt } = serveMarket(kind, { roulette: true })

  it('pays the displayed winnings in one operation of kind spin', async () => {
    const player = await newPlayer(10_000)
    const [coins, ore] = [await player.coins(), await player.countOf(FIRST_ITEM_ID)]
    const { spins } = await player.call('POST /roulette/spin', { count: 30 })
    const wonOf = (item: number) => spins.reduce((sum, spin) => sum + (spin.item_id === item ? spin.count : 0), 0)
    expect(await player.coins()).toBe(coins - 330 + wonOf(0))
    expect(await player.countOf(FIRST_ITEM_ID)).toBe(ore + wonOf(FIRST_ITEM_ID))
    const { response } = await player.call('POST /inventory/history', {})
    expect(response[0]).toMatchObject({ operation_code: 'spin' })
  })

  it('hides the seed in use, and proves every spin once it is revealed', async () => {
    const player = await newPlayer(10_000)
    const before = await player.call('GET /roulette/get')
    await player.call('POST /roulette/spin', { count: 5 })
    expect(await verdictsOf(player)).toEqual(Array(5).fill('hidden'))
    const rotated = await player.call('POST /roulette/set-client-seed', { client_seed: 'lucky-7' })
    expect(rotated).toMatchObject({ seed_hash: before.next_seed_hash, client_seed: 'lucky-7', nonce: 0 })
    await player.call('POST /roulette/spin', { count: 3 })
    expect(await verdictsOf(player)).toEqual([...Array<string>(3).fill('hidden'), ...Array<string>(5).fill('fair')])
    const { response } = await player.call('GET /roulette/seeds')
    expect(response).toMatchObject([{ seed: rotated.revealed_seed, seed_hash: before.seed_hash, spins: 5 }])
  })

  it('continues after a restart where it stopped', async () => {
    const player = await newPlayer(10_000)
    await player.call('POST /roulette/set-client-seed', { client_seed: 'null' })
    await player.call('POST /roulette/spin', { count: 4 })
    const before = await player.call('GET /roulette/get')
    await restart()
    const again = sameAt(player)
    expect(await again.call('GET /roulette/get')).toEqual(before)
    const { spins } = await again.call('POST /roulette/spin', { count: 1 })
    expect(spins[0]?.nonce).toBe(4)
    await again.call('POST /roulette/set-client-seed', { client_seed: 'other' })
    expect(await verdictsOf(again)).toEqual(Array(5).fill('fair'))
  })

  it('uses each nonce once, however many spin at the same moment', async () => {
    const player = await newPlayer(100_000)
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => player.call('POST /roulette/spin', { count: 2 })),
    )
    const nonces = answers.flatMap(({ spins }) => spins.map(({ nonce }) => nonce))
    expect(nonces.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 80 }, (_, index) => index))
    const { rows } = await sql`select from roulette_spin where user_id = ${player.userId}`.execute(db())
    expect(rows).toHaveLength(80)
    const first = await player.call('POST /roulette/history')
    const second = await player.call('POST /roulette/history', { before_id: first.spins.at(-1)?.id ?? '' })
    expect([first.spins.length, first.has_more, second.spins.length, second.has_more]).toEqual([50, true, 30, false])
  })
})
