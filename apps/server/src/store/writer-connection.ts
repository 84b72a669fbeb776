import type { ClientBase } from 'pg'
import type { Statement } from './statement.ts'

/** The writer's connection, which holds the lease and commits batches. */
export interface WriterConnection {
  /** Runs reads in order with the commits, in one round trip: they see all commits sent before them. */
  load(statements: readonly Statement[]): Promise<Record<string, unknown>[][]>
  /** Runs reads on another connection: commits in progress may be missing. */
  lookUp(statements: readonly Statement[]): Promise<Record<string, unknown>[][]>
  /** Commits statements in one transaction. @throws when it failed or its outcome is unknown */
  commit(statements: readonly Statement[]): Promise<void>
  close(): Promise<void>
}

/** Sends all statements at once and waits for all results; `pg` preserves their order. */
export async function pipeline(
  client: ClientBase,
  statements: readonly Statement[],
): Promise<Record<string, unknown>[][]> {
  const settled = await Promise.allSettled(
    statements.map(({ name, isReplanned, text, values }) =>
      client.query<Record<string, unknown>>({
        ...(isReplanned === undefined && { name }),
        text,
        values: [...values],
      }),
    ),
  )
  return settled.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value.rows
  })
}

/**
 * Runs a transaction in one round trip. After a failed statement, COMMIT acts as ROLLBACK, which its command tag shows.
 * @throws the first statement's error
 */
export async function pipelineTransaction(client: ClientBase, statements: readonly Statement[]): Promise<void> {
  const begin = client.query('begin')
  const body = pipeline(client, statements)
  const commit = client.query('commit')
  const [begun, written, committed] = await Promise.allSettled([begin, body, commit])
  for (const outcome of [begun, written, committed]) if (outcome.status === 'rejected') throw outcome.reason
  if (committed.status === 'fulfilled' && committed.value.command !== 'COMMIT')
    throw new Error('The transaction was rolled back')
}
