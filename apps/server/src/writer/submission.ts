import { hash } from 'node:crypto'
import type { Command, CommandType, UserId } from '@clutch/economy'
import type { AuditSubject } from '../store/audit-log.ts'
import type { ResponseOf, Outcome } from './outcome.ts'

/** A command for the writer. Plain data, since the writer may run in another process. */
export interface Submission {
  readonly command: Command
  /** The player, an operator, or the world for automatic commands. */
  readonly actorId: UserId
  readonly idempotency: Idempotency | undefined
  /** Entry for the audit log, written in the transaction that commits the outcome (rules §13). */
  readonly audit?: AuditSubject | undefined
}

/** Identifies an action, so that repeating the call does not repeat the action (rules §0). */
export interface Idempotency {
  readonly ownerId: string
  readonly key: string
  /** Detects a different request under the same key. */
  readonly requestHash: string
}

/** A command of one type. Not `Extract<Command, …>`: type checking that takes minutes. */
export type CommandOf<Type extends CommandType> = Command & { readonly type: Type }

/** Accepts commands, whichever server runs the writer. */
export interface CommandPort {
  /** Resolves once the outcome is durable; never rejects. */
  submit<Type extends CommandType>(
    submission: Submission & { readonly command: CommandOf<Type> },
  ): Promise<Outcome<ResponseOf<Type>>>
}

/** A submission in the writer's queue. */
export interface QueuedCommand extends Submission {
  /** `outcomeKey` of its idempotency; computed once because it is looked up several times. */
  readonly key: string | undefined
  /** After this time the caller has given up and it is not decided. In milliseconds of `performance.now()`. */
  readonly deadlineMs: number
  readonly respond: (outcome: Outcome<unknown>) => void
}

/** Hash of a request that consists of its command. */
export function hashRequest(command: Command): string {
  return hash('sha256', JSON.stringify(command), 'base64url')
}

/** Hash of a request's whole body: a different reason under the same key is a different request. */
export function hashBody(call: string, body: unknown): string {
  return hash('sha256', JSON.stringify([call, body]), 'base64url')
}

/** Map key of an owner's idempotency key. */
export function outcomeKey({ ownerId, key }: { ownerId: string; key: string }): string {
  return `${ownerId}/${key}`
}

/** Collects metrics about the writer. Called on its hot path: must be fast and must not throw. */
export interface WriterObserver {
  /** @param commandCount commands in the batch @param timeMs duration of the commit */
  batchCommitted(commandCount: number, timeMs: number): void
  responded(command: Command, outcome: Outcome<unknown>): void
}
