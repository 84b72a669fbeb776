import { describe, expect, it } from 'vitest'
import { COINS } from '../../core/ledger/accounts.ts'
import { findViolations } from '../../economy.ts'
import { SampleEconomy, userNumber } from '../../../testing/fixture.ts'
import { asExchangeId, openLeg, type Exchange, type ExchangeLeg } from './exchange.ts'
import type { AttemptOutcome } from './commands.ts'
import { grantsOf } from './terms.ts'

const ANNA = userNumber(1)
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

function begin(coins = 100_000) {
  const economy = new SampleEconomy([ANNA])
  economy.nowMs = 10 * DAY_MS
  economy.run({ type: 'grant', userId: ANNA, kind: 'quest_drop', coins, items: [] })
  return economy
}

const openExchange = ({ world }: SampleEconomy): Exchange | undefined => [...world.account(ANNA).exchanges.values()][0]
const balance = ({ world }: SampleEconomy) => world.balanceOf(ANNA, COINS)

function toSteam(economy: SampleEconomy, coins: number) {
  return economy.run({ type: 'exchange_to_steam', userId: ANNA, currency: 'bronze', coins })
}

function attempt(economy: SampleEconomy) {
  const exchange = openExchange(economy)
  if (exchange === undefined) throw new Error('No open exchange')
  return economy.run({ type: 'attempt_exchange', userId: ANNA, exchangeId: exchange.id })
}

/** The next or pending request. */
function openLegOf(economy: SampleEconomy): ExchangeLeg {
  const exchange = openExchange(economy)
  const leg = exchange === undefined ? undefined : openLeg(exchange)
  if (leg === undefined) throw new Error('No open exchange')
  return leg
}

function resolve(economy: SampleEconomy, outcome: AttemptOutcome, leg = openLegOf(economy)) {
  return economy.run({
    type: 'resolve_attempt',
    userId: ANNA,
    exchangeId: openExchange(economy)?.id ?? asExchangeId('none'),
    requestId: leg.requestId,
    attempt: leg.attempts,
    outcome,
    detail: '',
  })
}

/** The exchange's state after the last command. */
function stateAfter(outcome: ReturnType<SampleEconomy['run']>): string | undefined {
  if (!outcome.ok) return outcome.error.code
  return outcome.value.flatMap((event) => (event.type === 'exchange_changed' ? event.exchange.state : []))[0]
}

describe('an exchange to the platform', () => {
  it('takes whole store coins and leaves the remainder', () => {
    const economy = begin(1_000)
    toSteam(economy, 999)
    expect(balance(economy)).toEqual({ free: 100, held: 900 })
    expect(openExchange(economy)).toMatchObject({ storeCount: 9, coins: 900, state: 'prepared' })
    expect(findViolations(economy.world)).toEqual([])
  })

  it('burns the held coins once the platform has confirmed', () => {
    const economy = begin(1_000)
    toSteam(economy, 1_000)
    attempt(economy)
    expect(stateAfter(resolve(economy, 'confirmed'))).toBe('settled')
    expect(balance(economy)).toEqual({ free: 0, held: 0 })
    expect(findViolations(economy.world)).toEqual([])
  })

  it('refunds a refusal at once when no attempt was ambiguous', () => {
    const economy = begin(1_000)
    toSteam(economy, 1_000)
    attempt(economy)
    resolve(economy, 'postponed')
    attempt(economy)
    expect(stateAfter(resolve(economy, 'refused'))).toBe('refunded')
    expect(balance(economy)).toEqual({ free: 1_000, held: 0 })
  })

  it('trusts a refusal only 15 minutes after the last ambiguous attempt', () => {
    const economy = begin(1_000)
    toSteam(economy, 1_000)
    attempt(economy)
    resolve(economy, 'ambiguous')
    economy.nowMs += 14 * MINUTE_MS
    attempt(economy)
    expect(stateAfter(resolve(economy, 'refused'))).toBe('ambiguous')
    economy.nowMs += 2 * MINUTE_MS
    attempt(economy)
    expect(stateAfter(resolve(economy, 'refused'))).toBe('refunded')
  })

  it('treats an attempt without an outcome as ambiguous', () => {
    const economy = begin(1_000)
    toSteam(economy, 1_000)
    attempt(economy)
    attempt(economy)
    expect(stateAfter(resolve(economy, 'refused'))).toBe('ambiguous')
  })

  it('ignores a late outcome of a superseded attempt', () => {
    const economy = begin(1_000)
    toSteam(economy, 1_000)
    attempt(economy)
    const first = openLegOf(economy)
    attempt(economy)
    economy.nowMs += 16 * MINUTE_MS
    for (const outcome of ['refused', 'ambiguous', 'postponed'] as const) {
      expect(resolve(economy, outcome, first)).toEqual({ ok: true, value: [] })
    }
    expect(balance(economy)).toEqual({ free: 0, held: 1_000 })
    expect(stateAfter(resolve(economy, 'confirmed', first))).toBe('settled')
  })

  it('is parked after a day and ends as the operator decides', () => {
    for (const wasDone of [true, false]) {
      const economy = begin(1_000)
      toSteam(economy, 1_000)
      attempt(economy)
      resolve(economy, 'ambiguous')
      economy.nowMs += DAY_MS
      expect(stateAfter(attempt(economy))).toBe('parked')
      expect(attempt(economy)).toEqual({ ok: true, value: [] })
      expect(balance(economy).held).toBe(1_000)
      const exchangeId = openExchange(economy)?.id ?? asExchangeId('none')
      economy.run({ type: 'decide_exchange', userId: ANNA, exchangeId, wasDone })
      expect(balance(economy)).toEqual({ free: wasDone ? 0 : 1_000, held: 0 })
      expect(findViolations(economy.world)).toEqual([])
    }
  })

  it.each([
    [99, 'amount_too_small'],
    [0, 'invalid_count'],
    [-100, 'invalid_count'],
    [100_100, 'not_enough_coins'],
    [2 ** 53 - 1, 'amount_too_large'],
  ])('refuses %d coins', (coins, code) => {
    expect(stateAfter(toSteam(begin(), coins))).toBe(code)
  })

  it('is limited to ten open at once', () => {
    const economy = begin()
    for (let time = 0; time < 10; time += 1) expect(stateAfter(toSteam(economy, 100))).toBe('prepared')
    expect(stateAfter(toSteam(economy, 100))).toBe('too_many_exchanges')
  })
})

describe('an exchange from the platform', () => {
  function planned(counts: readonly number[], count: number): SampleEconomy {
    const economy = begin(0)
    economy.run({ type: 'exchange_from_steam', userId: ANNA, currency: 'bronze', count })
    const stacks = counts.map((each, index) => ({ stackId: String(index), count: each }))
    const exchangeId = openExchange(economy)?.id ?? asExchangeId('none')
    economy.run({ type: 'plan_exchange', userId: ANNA, exchangeId, stacks })
    return economy
  }

  it('mints the coins of each request as it is confirmed', () => {
    const economy = planned([3, 4], 7)
    attempt(economy)
    const first = openLegOf(economy)
    resolve(economy, 'confirmed')
    for (const outcome of ['confirmed', 'refused'] as const) {
      expect(resolve(economy, outcome, first)).toEqual({ ok: true, value: [] })
    }
    expect(balance(economy).free).toBe(300)
    attempt(economy)
    expect(stateAfter(resolve(economy, 'confirmed'))).toBe('settled')
    expect(balance(economy).free).toBe(700)
  })

  it('ends partially when one stack was gone, and as refused when all were', () => {
    const economy = planned([3, 4], 7)
    attempt(economy)
    resolve(economy, 'refused')
    attempt(economy)
    const ended = resolve(economy, 'confirmed')
    expect(stateAfter(ended)).toBe('settled_partial')
    expect(ended.ok && ended.value.find(({ type }) => type === 'exchange_changed')).toMatchObject({
      exchange: { storeCount: 4, coins: 400 },
    })
    const gone = planned([3], 3)
    attempt(gone)
    expect(stateAfter(resolve(gone, 'refused'))).toBe('refused')
    expect(balance(gone).free).toBe(0)
  })

  it('ends at once when the platform has no coins', () => {
    expect(openExchange(planned([], 7))).toBeUndefined()
  })

  it('is parked when the wallet has no room, and paid out once there is room', () => {
    const economy = planned([7], 7)
    economy.run({ type: 'grant', userId: ANNA, kind: 'quest_drop', coins: Number.MAX_SAFE_INTEGER, items: [] })
    attempt(economy)
    expect(stateAfter(resolve(economy, 'confirmed'))).toBe('parked')
    const exchangeId = openExchange(economy)?.id ?? asExchangeId('none')
    const decide = () => economy.run({ type: 'decide_exchange', userId: ANNA, exchangeId, wasDone: true })
    expect(stateAfter(decide())).toBe('amount_too_large')
    economy.run({ type: 'consume', userId: ANNA, asset: COINS, count: 700 })
    expect(stateAfter(decide())).toBe('settled')
    expect(findViolations(economy.world)).toEqual([])
  })

  it('records each failed listing, and none once it is planned', () => {
    const economy = begin(0)
    economy.run({ type: 'exchange_from_steam', userId: ANNA, currency: 'bronze', count: 7 })
    const exchangeId = openExchange(economy)?.id ?? asExchangeId('none')
    const note = (outcome: 'ambiguous' | 'postponed') =>
      economy.run({ type: 'note_unlisted', userId: ANNA, exchangeId, outcome, detail: 'status 503' })
    expect(note('ambiguous')).toMatchObject({ value: [{ steps: [{ kind: 'no_answer', detail: 'status 503' }] }] })
    expect(note('postponed')).toMatchObject({ value: [{ steps: [{ kind: 'postponed', leg: undefined }] }] })
    expect(openExchange(economy)).toMatchObject({ state: 'prepared', legs: [] })
    economy.run({ type: 'plan_exchange', userId: ANNA, exchangeId, stacks: [{ stackId: '1', count: 7 }] })
    expect(note('ambiguous')).toEqual({ ok: true, value: [] })
  })

  it('plans at most the requested amount, and only once', () => {
    const economy = planned([7], 7)
    const exchangeId = openExchange(economy)?.id ?? asExchangeId('none')
    const again = economy.run({ type: 'plan_exchange', userId: ANNA, exchangeId, stacks: [{ stackId: '9', count: 1 }] })
    expect(stateAfter(again)).toBe('exchange_not_found')
    const greedy = planned([8], 7)
    expect(openExchange(greedy)?.legs).toEqual([])
  })
})

it('grants many coins with few definitions', () => {
  const bronze = begin().world.catalogue.exchange?.bronze
  if (bronze === undefined) throw new Error('No exchange')
  const grants = grantsOf(bronze, 20_305)
  expect(grants?.map(Number)).toEqual([1_103, 1_103, 1_003, 1_003, 1_003, 903, 903, 903, 903, 903])
  expect(grantsOf(bronze, 20_000_000)).toBeUndefined()
})
