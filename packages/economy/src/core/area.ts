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
  /** What it needs, as far as the loaded part of the world tells; without it, the account of its user. */
  readonly needs?: (world: World, command: Commands[Type]) => CommandNeeds
  /** False for a command that touches neither stock nor work: nobody has to catch up before it. */
  readonly touchesStock?: false
}

export type CommandTable = { readonly [Type in CommandType]?: CommandRule<Type> }

export type ApplyTable = { readonly [Type in EventType]?: (world: World, event: Events[Type]) => void }

/** One area's description of itself: all that the core knows of it. */
export interface Area {
  readonly name: string
  readonly commands?: CommandTable
  /** What its operations may move, by their kinds. */
  readonly operationKinds?: OperationKindTable
  /** Makes an event true. Cannot fail: all arithmetic was done, and checked, by the decision. */
  readonly apply?: ApplyTable
  readonly createAccountParts?: () => Partial<AccountParts>
  /** @param world still without the parts: to be kept, not to be asked. */
  readonly createWorldParts?: (world: World) => Partial<WorldParts>
  readonly entities?: EntityTable
  readonly holds?: HoldTable
  readonly due?: DueTable
  /** Starts what starts by itself when somebody's stock, settings or places have changed. */
  readonly afterStockChange?: (world: World, userId: UserId, context: DecisionContext, apply: Apply) => void
  /** Promises of the area that a world which is loaded whole breaks. */
  readonly findViolations?: (world: World) => Violation[]
}

/** The rows that areas have in one of their tables. */
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

/** What is registered and no area describes; `ledger_posted` and `unknown` are the core's own. */
type Missing<Areas extends readonly Area[]> =
  | Exclude<CommandType, RowsOf<Areas, 'commands'>>
  | Exclude<OperationKind, RowsOf<Areas, 'operationKinds'> | 'unknown'>
  | Exclude<EventType, RowsOf<Areas, 'apply'> | 'ledger_posted'>
  | Exclude<EntityKind, RowsOf<Areas, 'entities'>>
  | Exclude<HoldOwnerKind, RowsOf<Areas, 'holds'>>
  | Exclude<DueKind, RowsOf<Areas, 'due'>>
  | Exclude<keyof AccountParts, PartsOf<Areas, 'createAccountParts'>>
  | Exclude<keyof WorldParts, PartsOf<Areas, 'createWorldParts'>>

/** Areas that describe everything registered: what is missing stands in the compiler's message. */
export type Complete<Areas extends readonly Area[]> = [Missing<Areas>] extends [never]
  ? Areas
  : { readonly missing: Missing<Areas> }
