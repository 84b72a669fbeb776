import type { Commands, CommandType, DecisionContext } from './command.ts'
import type { Apply, DueKind, DueTable } from './scheduler.ts'
import type { EconomyEvent, Events, EventType } from './event.ts'
import type { HoldOwnerKind, HoldTable } from './holds.ts'
import type { Violation } from './invariants.ts'
import type { OperationKind, OperationKindTable } from './ledger/operation-kinds.ts'
import type { CommandNeeds } from './needs.ts'
import type { UserId } from './numbers.ts'
import type { Rejection } from './rejection.ts'
import type { Result } from './result.ts'
import type { AccountParts, EntityKind, EntityTable, World, WorldParts } from './world.ts'

/** How a command is decided. */
export interface CommandRule<Type extends CommandType> {
  /** Reads the world and changes nothing. Everything the command needs is loaded. */
  readonly decide: (
    world: World,
    command: Commands[Type],
    context: DecisionContext,
  ) => Result<EconomyEvent[], Rejection>
  /** What it needs, as far as the loaded part of the world shows. Defaults to its user's account. */
  readonly needs?: (world: World, command: Commands[Type]) => CommandNeeds
  /** False for a command that touches neither stock nor work, so scheduled work need not be settled before it. */
  readonly touchesStock?: false
}

export type CommandTable = { readonly [Type in CommandType]?: CommandRule<Type> }

export type ApplyTable = { readonly [Type in EventType]?: (world: World, event: Events[Type]) => void }

/** An area's description of itself: all that the core knows about it. */
export interface Area {
  readonly name: string
  readonly commands?: CommandTable
  /** What its operations may move, by their kinds. */
  readonly operationKinds?: OperationKindTable
  /** Applies an event. Cannot fail: the decision has done and checked all arithmetic. */
  readonly apply?: ApplyTable
  readonly createAccountParts?: () => Partial<AccountParts>
  /** @param world without its parts yet: store the reference, do not read from it. */
  readonly createWorldParts?: (world: World) => Partial<WorldParts>
  readonly entities?: EntityTable
  readonly holds?: HoldTable
  readonly due?: DueTable
  /** Starts automatic work, such as harvest runs, after a player's stock, settings or free places changed. */
  readonly afterStockChange?: (world: World, userId: UserId, context: DecisionContext, apply: Apply) => void
  /** Violated invariants of the area. The world must be fully loaded. */
  readonly findViolations?: (world: World) => Violation[]
}

/** The rows of one table over all areas. */
type RowsOf<Areas extends readonly Area[], Table extends keyof Area> = Areas[number] extends infer Each
  ? Each extends { readonly [Key in Table]: infer Rows }
    ? keyof Rows
    : never
  : never

type PartsOf<
  Areas extends readonly Area[],
  Creator extends 'createAccountParts' | 'createWorldParts',
> = Areas[number] extends infer Each
  ? Each extends { readonly [Key in Creator]: (world: World) => infer Parts }
    ? keyof Parts
    : never
  : never

/** Registered names that no area describes; `ledger_posted` and `unknown` belong to the core. */
type Missing<Areas extends readonly Area[]> =
  | Exclude<CommandType, RowsOf<Areas, 'commands'>>
  | Exclude<OperationKind, RowsOf<Areas, 'operationKinds'> | 'unknown'>
  | Exclude<EventType, RowsOf<Areas, 'apply'> | 'ledger_posted'>
  | Exclude<EntityKind, RowsOf<Areas, 'entities'>>
  | Exclude<HoldOwnerKind, RowsOf<Areas, 'holds'>>
  | Exclude<DueKind, RowsOf<Areas, 'due'>>
  | Exclude<keyof AccountParts, PartsOf<Areas, 'createAccountParts'>>
  | Exclude<keyof WorldParts, PartsOf<Areas, 'createWorldParts'>>

/** Areas that describe everything registered; the compiler's message names what is missing. */
export type Complete<Areas extends readonly Area[]> = [Missing<Areas>] extends [never]
  ? Areas
  : { readonly missing: Missing<Areas> }
