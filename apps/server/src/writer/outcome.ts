import type { CommandType, Rejection } from '@clutch/economy'

/** What each command answers; stored with its idempotency key, so it is JSON. The areas add their commands. */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- filled by the areas
export interface Answers {}

/** What commands of one type answer. Every command has an answer: `AnswerTable` proves it. */
export type AnswerOf<Type extends CommandType> = Type extends keyof Answers ? Answers[Type] : never

/** Failures that are not the rules' but the writer's. */
export interface WriterFailure {
  readonly code: 'idempotency_conflict' | 'unavailable' | 'internal' | 'economy_frozen'
}

export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Rejection | WriterFailure }

/** Nothing was done, and nothing will be until an operator has looked. */
export const FROZEN: Outcome<never> = { ok: false, error: { code: 'economy_frozen' } }
export const UNAVAILABLE: Outcome<never> = { ok: false, error: { code: 'unavailable' } }
/** A fault of ours: this command alone could not be carried out, and nothing of it was done. */
export const FAILED: Outcome<never> = { ok: false, error: { code: 'internal' } }
