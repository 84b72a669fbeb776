import { describe, expect, it } from 'vitest'
import type { Area } from '../src/core/area.ts'
import { rngFromText } from '../src/core/chance/rng.ts'
import { CommandRunner, type TurnLimits } from '../src/core/command-runner.ts'
import type { Command, DecisionContext } from '../src/core/command.ts'
import type { EconomyEvent } from '../src/core/event.ts'
import { WORLD } from '../src/core/ledger/accounts.ts'
import type { Operation } from '../src/core/ledger/ledger.ts'
import { asUserId } from '../src/core/numbers.ts'
import { composeRules } from '../src/core/rules.ts'
import type { World } from '../src/core/world.ts'
import { asHiveId, beehives, BEES, DAY_MS, type LendBees } from './beehives.ts'

const ANNA = asUserId('00000000-0000-7000-9000-000000000001')
const OPERATOR = asUserId('00000000-0000-7000-9000-000000000009')
const HIVE = asHiveId('hive-1')
const NOW_MS = 1_000
const RULES = composeRules([beehives])
const UNLIMITED: TurnLimits = { instantsPerSubject: 1_000, instants: 1_000 }

const lend: LendBees = { type: 'lend_bees', userId: ANNA, hiveId: HIVE, count: 3 }

function worldWithBees(): World {
  const world = RULES.createWorld({ items: new Map() })
  world.addAccount(ANNA).balances.set(BEES, { free: 5, held: 0 })
  world.account(WORLD).balances.set(BEES, { free: -5, held: 0 })
  return world
}

function runnerFor(world: World, limits = UNLIMITED, events: EconomyEvent[] = []): CommandRunner {
  return new CommandRunner(RULES, world, limits, rngFromText, (decided) => {
    RULES.applyEvents(world, decided)
    events.push(...decided)
  })
}

function contextAt(nowMs: number, actorId = ANNA): DecisionContext {
  let ids = 0
  return {
    nowMs,
    actorId,
    newId: () => {
      ids += 1
      return `id-${nowMs}-${ids}`
    },
    rngFor: rngFromText,
  }
}

function operationsOf(events: readonly EconomyEvent[]): Operation[] {
  return events.flatMap((event) => (event.type === 'ledger_posted' ? event.operations : []))
}

describe('an area that describes itself', () => {
  it('has its commands decided and its events applied', () => {
    const world = worldWithBees()
    expect(runnerFor(world).run(lend, contextAt(NOW_MS))?.ok).toBe(true)
    expect(world.balanceOf(ANNA, BEES)).toEqual({ free: 2, held: 3 })
    expect(runnerFor(world).run(lend, contextAt(NOW_MS))).toEqual({
      ok: false,
      error: { code: 'hive_taken', hiveId: HIVE },
    })
  })

  it('has its operations held to what it says that they may move', () => {
    const world = worldWithBees()
    expect(RULES.decide(world, lend, contextAt(NOW_MS)).ok).toBe(true)
    const onlyBurning = {
      ...beehives,
      operationKinds: { bees_lent: { code: 1, from: ['free'], to: ['world'] } },
    } as const
    const burning = composeRules([onlyBurning])
    const other = burning.createWorld({ items: new Map() })
    other.addAccount(ANNA).balances.set(BEES, { free: 5, held: 0 })
    expect(() => burning.decide(other, lend, contextAt(NOW_MS))).toThrow("No participant's kind allows free → held")
  })

  it('says what a command needs; without that it is the account of its user', () => {
    const world = worldWithBees()
    expect(RULES.needsOf(world, lend)).toEqual({
      users: [ANNA],
      entities: [{ kind: 'hive', id: HIVE }],
      due: [
        { kind: 'player', id: ANNA },
        { kind: 'hive', id: HIVE },
      ],
    })
    const name: Command = { type: 'name_hive', userId: ANNA, hiveId: HIVE }
    expect(RULES.needsOf(world, name)).toEqual({ users: [ANNA], entities: [], due: [] })
  })

  it('has its entities known, counted and dropped by kind', () => {
    const world = worldWithBees()
    expect(world.has('hive', HIVE)).toBe(false)
    runnerFor(world).run(lend, contextAt(NOW_MS))
    expect([world.has('hive', HIVE), world.size('hive', HIVE)]).toEqual([true, 3])
    world.drop('hive', HIVE)
    expect(world.has('hive', HIVE)).toBe(false)
  })

  it('shares an entity with other areas: it is there when all have it, and leaves all of them', () => {
    const known = new Set<string>()
    const labels = {
      name: 'labels',
      entities: {
        hive: {
          has: (_world, id) => known.has(id),
          drop: (_world, id) => {
            known.delete(id)
          },
        },
      },
    } as const satisfies Area
    const rules = composeRules([beehives, labels])
    const world = rules.createWorld({ items: new Map() })
    world.hives.set(HIVE, { id: HIVE, keeperId: ANNA, bees: 1, honey: 0, nextMs: 1 })
    expect(world.has('hive', HIVE)).toBe(false)
    known.add(HIVE)
    expect(world.has('hive', HIVE)).toBe(true)
    world.drop('hive', HIVE)
    expect([world.hives.size, known.size]).toEqual([0, 0])
  })

  it('lists its holds, against which balances are checked', () => {
    const world = worldWithBees()
    runnerFor(world).run(lend, contextAt(NOW_MS))
    expect([...RULES.holdsOf(world)]).toEqual([
      { ownerKind: 'hive', ownerId: HIVE, userId: ANNA, asset: BEES, amount: 3 },
    ])
    expect(RULES.findViolations(world)).toEqual([])
    world.drop('hive', HIVE)
    expect(RULES.findViolations(world)).toMatchObject([{ rule: 'hold' }])
  })

  it('adds promises of its own', () => {
    const world = worldWithBees()
    runnerFor(world).run(lend, contextAt(NOW_MS))
    const hive = world.hives.get(HIVE)
    if (hive !== undefined) hive.honey = -1
    expect(RULES.findViolations(world)).toEqual([{ rule: 'honey', detail: HIVE }])
  })
})

describe('due work of something that is no player', () => {
  const subject = { kind: 'hive', id: HIVE } as const

  it('is settled at each moment it was due, however late', () => {
    const world = worldWithBees()
    const events: EconomyEvent[] = []
    const runner = runnerFor(world, UNLIMITED, events)
    runner.run(lend, contextAt(NOW_MS))
    expect(RULES.nextDueMs(world, subject)).toBe(NOW_MS + DAY_MS)
    expect(runner.settle(subject, NOW_MS + 3 * DAY_MS)).toBe(true)
    expect(events.flatMap((event) => (event.type === 'hive_filled' ? [event.atMs] : []))).toEqual(
      [1, 2, 3].map((days) => NOW_MS + days * DAY_MS),
    )
    expect(RULES.nextDueMs(world, subject)).toBe(NOW_MS + 4 * DAY_MS)
  })

  it('comes before a command that depends on it, or the command waits', () => {
    const world = worldWithBees()
    runnerFor(world).run(lend, contextAt(NOW_MS))
    const late = contextAt(NOW_MS + 5 * DAY_MS)
    expect(runnerFor(world, { instantsPerSubject: 2, instants: 9 }).run(lend, late)).toBeUndefined()
    expect(world.hives.get(HIVE)?.honey).toBe(2 * 3)
    expect(runnerFor(world, { instantsPerSubject: 9, instants: 3 }).run(lend, late)?.ok).toBe(false)
    expect(world.hives.get(HIVE)?.honey).toBe(5 * 3)
  })

  it('is bounded for all subjects of a turn together', () => {
    const world = worldWithBees()
    const other = { kind: 'hive', id: asHiveId('hive-2') } as const
    for (const { id } of [subject, other]) {
      world.hives.set(id, { id, keeperId: ANNA, bees: 1, honey: 0, nextMs: NOW_MS })
    }
    const runner = runnerFor(world, { instantsPerSubject: 9, instants: 3 })
    expect(runner.settle(subject, NOW_MS + DAY_MS)).toBe(true)
    expect(runner.settle(other, NOW_MS + DAY_MS)).toBe(false)
    expect([world.hives.get(subject.id)?.honey, world.hives.get(other.id)?.honey]).toEqual([2, 1])
  })

  it('never goes on for ever at one moment', () => {
    const stuck = {
      ...beehives,
      due: { ...beehives.due, hive: { ...beehives.due.hive, settle: () => undefined } },
    } as const satisfies Area
    const rules = composeRules([stuck])
    const world = rules.createWorld({ items: new Map() })
    world.hives.set(HIVE, { id: HIVE, keeperId: ANNA, bees: 1, honey: 0, nextMs: 1 })
    const runner = new CommandRunner(rules, world, UNLIMITED, rngFromText, () => undefined)
    expect(() => runner.settle(subject, 2)).toThrow('does not come to an end')
  })
})

describe('who acts', () => {
  it('is named in an operation when it is not the user himself', () => {
    const byHimself: EconomyEvent[] = []
    runnerFor(worldWithBees(), UNLIMITED, byHimself).run(lend, contextAt(NOW_MS))
    expect(operationsOf(byHimself)).toMatchObject([{ userId: ANNA, actorId: undefined }])
    const byOperator: EconomyEvent[] = []
    runnerFor(worldWithBees(), UNLIMITED, byOperator).run(lend, contextAt(NOW_MS, OPERATOR))
    expect(operationsOf(byOperator)).toMatchObject([{ userId: ANNA, actorId: OPERATOR }])
  })

  it('is the world for what follows by itself, and nothing follows from what touches no stock', () => {
    const seen: string[] = []
    const watching = {
      ...beehives,
      afterStockChange: (_world, userId, { actorId }) => {
        seen.push(`${userId} by ${actorId}`)
      },
    } as const satisfies Area
    const rules = composeRules([watching])
    const world = worldWithBees()
    const runner = new CommandRunner(rules, world, UNLIMITED, rngFromText, (events) => rules.applyEvents(world, events))
    runner.run({ type: 'name_hive', userId: ANNA, hiveId: HIVE }, contextAt(NOW_MS))
    runner.run(lend, contextAt(NOW_MS))
    expect(seen).toEqual([`${ANNA} by ${WORLD}`])
  })
})

describe('areas that leave something out', () => {
  it('do not compile', () => {
    const { lend_bees: _decided, ...otherCommands } = beehives.commands
    const { hive_filled: _applied, ...otherEvents } = beehives.apply
    const { operationKinds: _kinds, ...withoutKinds } = beehives
    const { holds: _held, ...withoutHolds } = beehives
    const { createAccountParts: _parts, ...withoutParts } = beehives
    const compositions = [
      // @ts-expect-error -- lend_bees has no rule
      () => composeRules([{ ...beehives, commands: otherCommands }]),
      // @ts-expect-error -- hive_filled is not applied
      () => composeRules([{ ...beehives, apply: otherEvents }]),
      // @ts-expect-error -- nobody says what an operation that lends bees may move
      () => composeRules([withoutKinds]),
      // @ts-expect-error -- nobody lists what hives hold
      () => composeRules([withoutHolds]),
      // @ts-expect-error -- accounts would lack a part
      () => composeRules([withoutParts]),
      // @ts-expect-error -- due work of hives is nobody's
      () => composeRules([{ ...beehives, due: { player: beehives.due.player } }]),
    ]
    expect(compositions).toHaveLength(6)
  })
})
