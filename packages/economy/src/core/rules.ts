import type { ApplyTable, Area, CommandRule, CommandTable, Complete } from './area.ts'
import type { Catalogue } from './catalogue.ts'
import type { Command, Commands, CommandType, DecisionContext } from './command.ts'
import { Scheduler, type Apply, type DueSubject } from './scheduler.ts'
import type { EconomyEvent, Events, EventType } from './event.ts'
import { listHolds, type Hold, type HoldTable } from './holds.ts'
import { checkBounds, checkConservation, checkHolds, type Violation } from './invariants.ts'
import type { LedgerPosted } from './ledger/ledger.ts'
import { mergeOperationKinds, type OperationKind, type OperationKinds } from './ledger/operation-kinds.ts'
import { completeNeeds, type Needs } from './needs.ts'
import type { UserId } from './numbers.ts'
import type { Rejection } from './rejection.ts'
import type { Result } from './result.ts'
import { World, type WorldShape } from './world.ts'

/** The core's own events and kinds. */
const CORE = {
  name: 'core',
  operationKinds: { unknown: { code: 0, from: ['world', 'free'], to: ['free', 'world'] } },
  apply: {
    ledger_posted: (world: World, { changes }: LedgerPosted): void => {
      for (const { owner, asset, free, held, version } of changes) {
        const account = world.account(owner)
        account.balances.set(asset, { free, held })
        account.version = version
      }
    },
  },
} as const satisfies Area

/** The rules of all areas as one. */
export interface Rules {
  readonly createWorld: (catalogue: Catalogue) => World
  /** Decides a command against the world and changes nothing. Everything `needsOf` names must be loaded. */
  readonly decide: (world: World, command: Command, context: DecisionContext) => Result<EconomyEvent[], Rejection>
  /** Applies decided events. Cannot fail: the decision has done and checked all arithmetic. */
  readonly applyEvents: (world: World, events: readonly EconomyEvent[]) => void
  /**
   * Names what a command needs, as far as the loaded part of the world shows: once a book is loaded, the owners of the
   * lots it would match are added. Call again until nothing new is missing.
   */
  readonly needsOf: (world: World, command: Command) => Needs
  /**
   * Whether a command touches stock or work, so that due work is settled before it and automatic work started after it.
   */
  readonly touchesStock: (command: Command) => boolean
  /** Starts automatic work, such as harvest runs, after a player's stock, settings or free places changed. */
  readonly afterStockChange: (world: World, userId: UserId, context: DecisionContext, apply: Apply) => void
  readonly scheduler: Scheduler
  /** What each kind of operation may move, in the order of their codes. */
  readonly operationKinds: OperationKinds
  readonly isOperationKind: (name: string) => name is OperationKind
  /** The kind stored under a code; codes of a newer version read as `unknown`. */
  readonly operationKindOf: (code: number) => OperationKind
  /** All command types. */
  readonly commandTypes: readonly string[]
  /** The kinds of subject that have scheduled work. */
  readonly dueKinds: readonly string[]
  /** When a subject's next work is due, in Unix milliseconds; undefined without any. */
  readonly nextDueMs: (world: World, subject: DueSubject) => number | undefined
  /** What is on hold, by the kind of its owner. */
  readonly holds: HoldTable
  /** Every hold of a fully loaded world. */
  readonly holdsOf: (world: World) => Iterable<Hold>
  /** All violated invariants of a fully loaded world (rules §1, §2). */
  readonly findViolations: (world: World) => Violation[]
}

/**
 * Merges the tables of all areas once, so that finding a rule is one look-up. Areas that do not describe everything
 * registered do not compile, see `Complete`.
 */
export function composeRules<const Areas extends readonly Area[]>(described: Areas & Complete<Areas>): Rules {
  const areas: readonly Area[] = [CORE, ...described]
  const commands: CommandTable = merge(areas.map((area) => area.commands))
  const appliers: ApplyTable = merge(areas.map((area) => area.apply))
  const holds: HoldTable = merge(areas.map((area) => area.holds))
  const scheduler = new Scheduler(areas.flatMap(({ due }) => due ?? []))
  const followers = areas.flatMap(({ afterStockChange }) => afterStockChange ?? [])
  const partMakers = areas.flatMap(({ createAccountParts }) => createAccountParts ?? [])
  const operationKinds: OperationKinds = whole(mergeOperationKinds(areas.flatMap((area) => area.operationKinds ?? [])))
  const isOperationKind = (name: string): name is OperationKind => Object.hasOwn(operationKinds, name)
  const kindOfCode = new Map(
    Object.keys(operationKinds)
      .filter(isOperationKind)
      .map((kind) => [operationKinds[kind].code, kind]),
  )
  const shape: WorldShape = {
    operationKinds,
    entities: areas.flatMap(({ entities }) => entities ?? []),
    createAccountParts: () => whole(merge(partMakers.map((make) => make()))),
    createWorldParts: (world) => whole(merge(areas.map((area) => area.createWorldParts?.(world)))),
  }

  function ruleOf<Type extends CommandType>(type: Type): CommandRule<Type> {
    const rule = commands[type]
    if (rule === undefined) throw new Error(`No area decides ${type}`)
    return rule
  }
  function decideOne<Type extends CommandType>(
    world: World,
    type: Type,
    command: Commands[Type],
    context: DecisionContext,
  ): Result<EconomyEvent[], Rejection> {
    return ruleOf(type).decide(world, command, context)
  }
  function needsOfOne<Type extends CommandType>(
    world: World,
    type: Type,
    command: Commands[Type],
    userId: UserId,
  ): Needs {
    const rule = ruleOf(type)
    return completeNeeds(rule.needs?.(world, command) ?? { users: [userId] }, rule.touchesStock ?? true)
  }
  function applyOne<Type extends EventType>(world: World, type: Type, event: Events[Type]): void {
    appliers[type]?.(world, event)
  }

  return {
    createWorld: (catalogue) => new World(shape, catalogue),
    decide: (world, command, context) => decideOne(world, command.type, command, context),
    applyEvents: (world, events) => {
      for (const event of events) applyOne(world, event.type, event)
    },
    needsOf: (world, command) => needsOfOne(world, command.type, command, command.userId),
    touchesStock: ({ type }) => ruleOf(type).touchesStock ?? true,
    afterStockChange: (world, userId, context, apply) => {
      for (const follow of followers) follow(world, userId, context, apply)
    },
    scheduler,
    operationKinds,
    isOperationKind,
    operationKindOf: (code) => kindOfCode.get(code) ?? 'unknown',
    commandTypes: Object.keys(commands),
    dueKinds: scheduler.kinds(),
    nextDueMs: (world, subject) => scheduler.nextMs(world, subject),
    holds,
    holdsOf: (world) => listHolds(holds, world),
    findViolations: (world) => [
      ...checkConservation(world),
      ...checkHolds(world, listHolds(holds, world)),
      ...checkBounds(world),
      ...areas.flatMap((area) => area.findViolations?.(world) ?? []),
    ],
  }
}

function merge<Table extends object>(tables: readonly (Partial<Table> | undefined)[]): Partial<Table> {
  const merged: Partial<Table> = {}
  for (const table of tables) Object.assign(merged, table)
  return merged
}

/** Asserts that no part is missing; `Complete` has checked that every area provides its part. */
function whole<Parts extends object>(parts: Partial<Parts>): Parts {
  if (!isWhole(parts)) throw new Error('An area did not provide its part')
  return parts
}

function isWhole<Parts extends object>(parts: Partial<Parts>): parts is Parts {
  return Object.values(parts).every((part) => part !== undefined)
}
