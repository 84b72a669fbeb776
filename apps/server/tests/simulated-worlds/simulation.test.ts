import { afterAll, describe, expect, it } from 'vitest'
import type { SimulatedTables } from './simulated-tables.ts'
import { runInSimulatedTime } from './simulated-time.ts'
import { COUNTED, SimulatedWorld } from './simulated-world.ts'

const WORLDS = Number(process.env['SIMULATED_WORLDS'] ?? 50)
const COMMANDS = Number(process.env['SIMULATED_COMMANDS'] ?? 2_000)
const FIRST_WORLD = Number(process.env['SIMULATED_FIRST'] ?? 0)
const WORLDS_PER_TEST = 10
/** Every kind of fault occurs about once in this many commands, or more often. */
const COMMANDS_PER_FAULT = 1_000

/** Occurrences of each fault over all worlds. */
const struckInAll = new Map<string, number>()

afterAll(() => {
  const rare = [...struckInAll].filter(([, count]) => count < (WORLDS * COMMANDS) / COMMANDS_PER_FAULT)
  expect(rare).toEqual([])
})

describe('a world of two servers with an unreliable store, bus and clock', () => {
  const groups = Math.ceil(WORLDS / WORLDS_PER_TEST)
  it.each(Array.from({ length: groups }, (_, index) => FIRST_WORLD + index * WORLDS_PER_TEST))(
    'executes every command at most once, and finishes what it began: worlds from %i on',
    async (first) => {
      for (let number = first; number < Math.min(first + WORLDS_PER_TEST, FIRST_WORLD + WORLDS); number += 1) {
        const seed = `world-${number}`
        expect({ seed, faults: await faultsOf(seed) }).toEqual({ seed, faults: [] })
      }
    },
    600_000,
  )
})

/** Runs a world until it has settled. @returns its violations */
function faultsOf(seed: string): Promise<string[]> {
  return runInSimulatedTime(async () => {
    const world = new SimulatedWorld(seed)
    await world.live(COMMANDS)
    await world.settle()
    const { tables, struck } = world.store
    for (const [fault, count] of Object.entries(struck)) struckInAll.set(fault, (struckInAll.get(fault) ?? 0) + count)
    const faults = [
      ...world.contradictions,
      ...miscounted(world),
      ...sumsOf(tables),
      ...wrongHolds(tables),
      ...wrongTrades(tables),
      ...Array.from(tables.jobs.keys(), (id) => `job ${id} never ended`),
      ...unheard(world),
      ...tables.outcomes.takenForNew.map((key) => `${key} was taken for new`),
      ...(tables.outbox.length > 1 ? [`${tables.outbox.length} messages are left in the outbox`] : []),
    ]
    await world.stop()
    return faults
  })
}

/** Grants of one coin that were applied twice or never. */
function miscounted({ sent, store }: SimulatedWorld): string[] {
  const granted = sent.filter(({ submission, outcome }) => submission.command.userId === COUNTED && outcome.ok).length
  const coins = store.tables.balances.get(`${COUNTED}/0`)?.free
  return coins === granted ? [] : [`${granted} grants of one coin made ${coins} coins`]
}

/** Assets whose accounts do not sum to zero (rules §1). */
function sumsOf({ balances }: SimulatedTables): string[] {
  const sums = new Map<number, number>()
  for (const { asset, free, held } of balances.values()) sums.set(asset, (sums.get(asset) ?? 0) + free + held)
  return [...sums].flatMap(([asset, sum]) => (sum === 0 ? [] : [`asset ${asset} sums to ${sum}`]))
}

/** Balances whose hold differs from what lots and jobs hold. */
function wrongHolds({ balances, lots, jobs }: SimulatedTables): string[] {
  const said = new Map<string, number>()
  const add = (key: string, amount: number): void => void said.set(key, (said.get(key) ?? 0) + amount)
  for (const { owner_id, item_id, side, price, open_count } of lots.values()) {
    if (side === 0) add(`${owner_id}/0`, price * open_count)
    else add(`${owner_id}/${item_id}`, open_count)
  }
  for (const { user_id, held } of jobs.values()) for (const [item, count] of held) add(`${user_id}/${item}`, count)
  return [...balances].flatMap(([key, { held }]) => ((said.get(key) ?? 0) === held ? [] : [`${key} holds ${held}`]))
}

/** Duplicate open trades, and trades between players who are not friends. */
function wrongTrades({ social: { trades, friendships } }: SimulatedTables): string[] {
  const open = [...trades.values()].filter(({ status }) => status === 0)
  const pairs = open.map(({ user_1, user_2 }) => `${user_1}/${user_2}`)
  const isFriend = (one: string, other: string): boolean => friendships.get(`${one}/${other}`)?.['state'] === 3
  return [
    ...(new Set(pairs).size === pairs.length ? [] : ['two open trades of two players']),
    ...open.flatMap(({ trade_id, user_1, user_2 }) =>
      isFriend(user_1, user_2) && isFriend(user_2, user_1) ? [] : [`trade ${trade_id} of no friends`],
    ),
  ]
}

/** Balances that a bus subscriber has wrong. */
function unheard({ heard, store }: SimulatedWorld): string[] {
  return [...heard].flatMap(([key, free]) => {
    const stored = store.tables.balances.get(key)?.free
    return stored === free ? [] : [`${key}: heard ${free}, stored ${stored}`]
  })
}
