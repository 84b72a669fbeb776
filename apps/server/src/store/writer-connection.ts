import type { ClientBase } from 'pg'
import type { Statement } from './statement.ts'

/** The one connection that commits. */
export interface WriterConnection {
  /** Runs reads in the order of the commits, all in one round trip: they see every commit sent before them. */
  load(statements: readonly Statement[]): Promise<Record<string, unknown>[][]>
  /** Runs reads beside the commits: what is on its way may be missing. */
  lookUp(statements: readonly Statement[]): Promise<Record<string, unknown>[][]>
  /** Makes statements durable together. @throws when nothing was committed, or when that is unknown. */
  commit(statements: readonly Statement[]): Promise<void>
  close(): Promise<void>
}

/** Sends everything at once and waits for all answers; `pg` keeps the order. */
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
 * One transaction in one round trip. A failed statement makes COMMIT a ROLLBACK, which its tag tells.
 * @throws the first statement's error.
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
