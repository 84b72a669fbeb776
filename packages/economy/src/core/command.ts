import type { Rng } from './chance/rng.ts'
import type { UserId } from './numbers.ts'

/** What every command carries. */
export interface CommandBase<Type extends string> {
  readonly type: Type
  /** Whom it is about: the player whose stock, lots or work it changes. */
  readonly userId: UserId
}

/** Every command by its type; areas add theirs. Their numbers are unvalidated: the rules check them. */
export interface Commands {}

export type CommandType = keyof Commands

/** Any command. */
export type Command = Commands[CommandType]

/** A decision's only inputs besides the world and the command. */
export interface DecisionContext {
  readonly nowMs: number
  /** Who asks: the player, an operator, or the world for automatic work. */
  readonly actorId: UserId
  /** A new version 7 UUID, greater than any before it. */
  newId(): string
  /** Randomness for one operation, recomputable from its id (rules §3). */
  rngFor(operationId: string): Rng
}
