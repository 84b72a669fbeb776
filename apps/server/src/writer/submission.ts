import { hash } from 'node:crypto'
import type { Command } from '@clutch/economy'
import type { Outcome } from './outcome.ts'

/** A command on its way to the writer. */
export interface Submission {
  readonly command: Command
  readonly idempotency: Idempotency | undefined
}

/** Names a user's action, so that repeating the call cannot repeat the action (rules §0). */
export interface Idempotency {
  readonly ownerId: string
  readonly key: string
  /** Tells one request body from another under the same key. */
  readonly requestHash: string
}

/** A submission waiting in the queue, and its caller. */
export interface Waiting extends Submission {
  readonly answer: (outcome: Outcome<unknown>) => void
}

/** The hash of a request: its command, whole. */
export function hashRequest(command: Command): string {
  return hash('sha256', JSON.stringify(command), 'base64url')
}

export function outcomeKey({ ownerId, key }: { ownerId: string; key: string }): string {
  return `${ownerId}/${key}`
}
