import type { Command, DueSubject, EconomyEvent, EntityIds, EntityRef, UserId, World } from '@clutch/economy'
import type { MaybeStatement, Statement } from '../store/statement.ts'
import type { WriterConnection } from '../store/writer-connection.ts'
import type { AreaUpdates } from '../bus/message.ts'
import type { LedgerRows } from './ledger-rows.ts'
import type { ResponseOf } from './outcome.ts'
import type { ScheduledTask } from './scheduled-tasks.ts'

/**
 * One area of the economy as the writer sees it: how to load it into memory, which rows its events write, the responses
 * to its commands and the updates it broadcasts. `server-areas.ts` lists the areas; the writer depends on none of them.
 */
export interface EconomyArea {
  readonly name: string
  /** Loads the part of a player's account that is stored in this area's tables. */
  readonly accounts?: AccountLoader
  readonly entities?: EntityLoaders
  /** Loads state that belongs to no account or entity, whenever the world is (re)loaded. */
  readonly open?: (world: World, read: WriterConnection['load']) => Promise<void>
  /** Collects the rows of a batch. */
  readonly rows?: (ledger: LedgerRows) => AreaRows
  readonly responses?: Partial<ResponseTable>
  /** Collects the updates of a batch. */
  readonly updates?: (world: World) => AreaUpdateDraft
  /** Commands caused by the events just applied, decided before the next queued command. */
  readonly followUps?: (world: World, events: readonly EconomyEvent[]) => readonly Command[]
  /** Recurring work, such as deleting old rows. */
  readonly tasks?: Readonly<Record<string, ScheduledTask>>
}

export type Row = Readonly<Record<string, unknown>>

/** Reads a part of accounts and adds it to accounts that were just added to the world. */
export interface AccountLoader {
  readonly statements: (userIds: readonly UserId[]) => readonly Statement[]
  /** @param results one list of rows per statement, in order */
  readonly add: (world: World, results: readonly (readonly Row[])[]) => void
}

/** Loads entities that commands refer to, such as an order book or a rent pool. Each is loaded whole. */
export interface EntityLoader<Id> {
  readonly statements: (ids: readonly Id[]) => readonly Statement[]
  readonly add: (world: World, ids: readonly Id[], results: readonly (readonly Row[])[]) => void
}

/** Finds the entity that contains something, such as the order book of a lot. */
export interface EntityLocator<Id> {
  readonly locate: (ids: readonly Id[]) => Statement
  readonly entityOf: (row: Row) => EntityRef
}

export type EntityLoaders = {
  readonly [Kind in keyof EntityIds]?: EntityLoader<EntityIds[Kind]> | EntityLocator<EntityIds[Kind]>
}

/** Handlers for the types of event that concern an area. */
export type EventHandlers = {
  readonly [Type in EconomyEvent['type']]?: (event: Extract<EconomyEvent, { type: Type }>) => void
}

/** The rows of one area that a batch will write. What is created and removed within the batch is not written. */
export interface AreaRows {
  readonly on: EventHandlers
  /** @param atMs posting time of the batch, in Unix milliseconds; never goes back */
  readonly statements: (atMs: number) => readonly MaybeStatement[]
  /** Subjects whose next due time may have changed. */
  readonly dueSubjects?: () => Iterable<DueSubject>
  /** Jobs and harvest groups that ended. */
  readonly settledCount?: () => number
  /** Growth of the area's entities in memory, in the unit of their size. */
  readonly addedSize?: () => number
}

/** Builds the response to each command type from its events and the world after them. */
export type ResponseTable = {
  readonly [Type in Command['type']]: (
    command: Extract<Command, { type: Type }>,
    events: readonly EconomyEvent[],
    world: World,
  ) => ResponseOf<Type>
}

/** The updates of one area in a batch. */
export interface AreaUpdateDraft {
  /** Handles events before they are applied, to record the values they are about to change. */
  readonly beforeApply?: EventHandlers
  readonly on: EventHandlers
  /** Returns the collected updates by name; names without updates are absent. */
  readonly take: () => Partial<AreaUpdates>
}
