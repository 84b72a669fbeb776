import type { Rng } from './chance/rng.ts'
import type { UserId } from './numbers.ts'

/** What every command says. */
export interface CommandBase<Type extends string> {
  readonly type: Type
  /** Whom it is about: the player whose stock, lots or work it changes. */
  readonly userId: UserId
}

/** Every command by its type; areas add theirs. Numbers in them are unchecked: the rules check them. */
export interface Commands {}

export type CommandType = keyof Commands

/** Everything that can be asked of the economy. */
export type Command = Commands[CommandType]

/** What a decision may know of the outside. */
export interface DecisionContext {
  readonly nowMs: number
  /** Who asks: the player himself, an operator, or the world where something happens by itself. */
  readonly actorId: UserId
  /** A new version 7 uuid, later than any before it. */
  newId(): string
  /** Chance for one operation, recomputable from its id (rules §3). */
  rngFor(operationId: string): Rng
}
