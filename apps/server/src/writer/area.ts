import type { Command, DueSubject, EconomyEvent, EntityIds, EntityRef, UserId, World } from '@clutch/economy'
import type { MaybeStatement, Statement } from '../store/statement.ts'
import type { WriterConnection } from '../store/writer-connection.ts'
import type { AreaUpdates } from '../bus/message.ts'
import type { Chore } from './chores.ts'
import type { LedgerRows } from './ledger-rows.ts'
import type { AnswerOf } from './outcome.ts'

/**
 * Everything the writer has to know of one area of the economy: how it comes into memory, which rows its events write,
 * what its commands answer and what it tells the live connection. `server-areas.ts` lists the areas; the writer knows
 * none of them.
 */
export interface EconomyArea {
  readonly name: string
  /** What of a player's account lies in this area's tables. */
  readonly accounts?: AccountLoader
  readonly entities?: EntityLoaders
  /** What of the world itself lies in this area's tables: read whenever memory starts anew. */
  readonly open?: (world: World, read: WriterConnection['load']) => Promise<void>
  /** Gathers what a batch writes. */
  readonly rows?: (ledger: LedgerRows) => AreaRows
  readonly answers?: Partial<AnswerTable>
  /** Gathers what a batch has to tell. */
  readonly updates?: (world: World) => AreaUpdateDraft
  /** Commands that follow from events just applied, decided before anybody else's. */
  readonly followUps?: (world: World, events: readonly EconomyEvent[]) => readonly Command[]
  /** Work that the clock brings round, such as forgetting what is old. */
  readonly chores?: Readonly<Record<string, Chore>>
}

export type Row = Readonly<Record<string, unknown>>

/** Reads a part of accounts and puts it into accounts that have just been added to the world. */
export interface AccountLoader {
  readonly statements: (userIds: readonly UserId[]) => readonly Statement[]
  /** @param answers one list of rows for each statement, in their order */
  readonly add: (world: World, answers: readonly (readonly Row[])[]) => void
}

/** Something of an area that commands name and that is loaded whole: a book, a pool. */
export interface EntityLoader<Id> {
  readonly statements: (ids: readonly Id[]) => readonly Statement[]
  readonly add: (world: World, ids: readonly Id[], answers: readonly (readonly Row[])[]) => void
}

/** Something that is found inside an entity of another kind: a lot inside its book. */
export interface EntityLocator<Id> {
  readonly locate: (ids: readonly Id[]) => Statement
  readonly entityOf: (row: Row) => EntityRef
}

export type EntityLoaders = {
  readonly [Kind in keyof EntityIds]?: EntityLoader<EntityIds[Kind]> | EntityLocator<EntityIds[Kind]>
}

/** What an area does with each type of event that concerns it. */
export type EventHandlers = {
  readonly [Type in EconomyEvent['type']]?: (event: Extract<EconomyEvent, { type: Type }>) => void
}

/** The rows of one area that a batch will write. What comes and goes inside it is never written. */
export interface AreaRows {
  readonly on: EventHandlers
  /** @param atMs when the batch is posted, in Unix milliseconds: it never goes back. */
  readonly statements: (atMs: number) => readonly MaybeStatement[]
  /** Whose next due work may be another than before. */
  readonly dueSubjects?: () => Iterable<DueSubject>
  /** Pieces of work that came to their end. */
  readonly settledCount?: () => number
  /** What the area's entities in memory have gained, in what their size counts. */
  readonly addedSize?: () => number
}

/** What each command answers, made from its events and the world after them. */
export type AnswerTable = {
  readonly [Type in Command['type']]: (
    command: Extract<Command, { type: Type }>,
    events: readonly EconomyEvent[],
    world: World,
  ) => AnswerOf<Type>
}

/** What one area has to tell of a batch. */
export interface AreaUpdateDraft {
  /** Told of events before they are applied, to remember what they are about to change. */
  readonly beforeApply?: EventHandlers
  readonly on: EventHandlers
  /** What came together, by the names the area has given its updates; absent where there is nothing. */
  readonly take: () => Partial<AreaUpdates>
}
