import { hash } from 'node:crypto'
import type { Command, CommandType, UserId } from '@clutch/economy'
import type { AuditSubject } from '../audit/audit-entry.ts'
import type { AnswerOf, Outcome } from './outcome.ts'

/** A command on its way to the writer. Plain data: the writer may stand in another process. */
export interface Submission {
  readonly command: Command
  /** Who asks: the player himself, an operator, or the world for what nobody asked for. */
  readonly actorId: UserId
  readonly idempotency: Idempotency | undefined
  /** What is written in the audit log, in the transaction that decides the command's fate (rules §13). */
  readonly audit?: AuditSubject | undefined
}

/** Names somebody's action, so that repeating the call cannot repeat the action (rules §0). */
export interface Idempotency {
  readonly ownerId: string
  readonly key: string
  /** Tells one request body from another under the same key. */
  readonly requestHash: string
}

/** A command of one type. Nothing but the type is said of it: any more, and the type checker takes minutes for it. */
export type CommandOf<Type extends CommandType> = Command & { readonly type: Type }

/** Takes commands, wherever the writer is. */
export interface CommandPort {
  /** Resolves once the command's fate is durable; never rejects. */
  submit<Type extends CommandType>(
    submission: Submission & { readonly command: CommandOf<Type> },
  ): Promise<Outcome<AnswerOf<Type>>>
}

/** A submission waiting in the queue, and its caller. */
export interface Waiting extends Submission {
  /** Owner and key of its idempotency as one; made once, as it is looked up several times. */
  readonly key: string | undefined
  /** It is not decided after this moment: its caller has given up. In milliseconds of `performance.now()`. */
  readonly deadlineMs: number
  readonly answer: (outcome: Outcome<unknown>) => void
}

/** The hash of a request: its command, whole. */
export function hashRequest(command: Command): string {
  return hash('sha256', JSON.stringify(command), 'base64url')
}

/** The hash of a request whose whole body counts: another reason under the same key is another request. */
export function hashBody(call: string, body: unknown): string {
  return hash('sha256', JSON.stringify([call, body]), 'base64url')
}

export function outcomeKey({ ownerId, key }: { ownerId: string; key: string }): string {
  return `${ownerId}/${key}`
}
