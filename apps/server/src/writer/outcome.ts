import type { CommandType, Rejection } from '@clutch/economy'

/** The response of each command type; stored as JSON with its idempotency key. The areas add their commands. */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- filled by the areas
export interface Responses {}

/** The response to commands of one type. `ResponseTable` checks that every command has one. */
export type ResponseOf<Type extends CommandType> = Type extends keyof Responses ? Responses[Type] : never

/** Failures of the writer, as opposed to rejections by the rules. */
export interface WriterFailure {
  readonly code: 'idempotency_conflict' | 'unavailable' | 'internal' | 'economy_frozen'
}

export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Rejection | WriterFailure }

/** The economy is halted until an operator resumes it; the command was not executed. */
export const HALTED: Outcome<never> = { ok: false, error: { code: 'economy_frozen' } }
/** The command may or may not have been executed: retry with the same key. */
export const UNAVAILABLE: Outcome<never> = { ok: false, error: { code: 'unavailable' } }
/** A bug: this command was not executed. */
export const FAILED: Outcome<never> = { ok: false, error: { code: 'internal' } }
