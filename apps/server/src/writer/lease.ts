import type { EconomyMessage } from '../bus/message.ts'
import type { Statement } from '../store/statement.ts'
import type { WriterConnection } from '../store/writer-connection.ts'

/** State read when a writer takes over. */
export interface Lease {
  /** Rises with every take-over; a writer with an older epoch cannot commit. */
  readonly epoch: number
  /** The newest time used in ids of earlier writers, in Unix milliseconds. */
  readonly lastIdMs: number
  /** Messages that were committed but may not have been published. */
  readonly unpublished: readonly EconomyMessage[]
}

/** Raises the epoch, which fences off earlier writers, and reads the state they left. */
export async function acquireLease(connection: WriterConnection): Promise<Lease> {
  await connection.commit([RAISE_EPOCH])
  const [states = [], messages = []] = await connection.load([SELECT_STATE, selectOutbox(0)])
  return {
    epoch: epochOf(states),
    lastIdMs: Number(states[0]?.['last_at_ms'] ?? 0),
    unpublished: messages.map(toMessage),
  }
}

/** @throws when another writer has raised the epoch: this one cannot commit any more. */
export async function checkLease(connection: WriterConnection, epoch: number): Promise<void> {
  const [states = []] = await connection.load([SELECT_STATE])
  if (epochOf(states) !== epoch) throw new Error('Another writer has taken over')
}

/** Messages that were committed but not published, oldest first. */
export async function readUnpublished(connection: WriterConnection, publishedId: number): Promise<EconomyMessage[]> {
  const [messages = []] = await connection.load([selectOutbox(publishedId)])
  return messages.map(toMessage)
}

function epochOf([state]: readonly Readonly<Record<string, unknown>>[]): number {
  return Number(state?.['epoch'] ?? 0)
}

function toMessage(row: Readonly<Record<string, unknown>>): EconomyMessage {
  return row['message'] as EconomyMessage
}

const RAISE_EPOCH: Statement = {
  name: 'raise-epoch',
  text: 'update writer_state set epoch = epoch + 1 where id = 1',
  values: [],
}

const SELECT_STATE: Statement = {
  name: 'select-writer-state',
  text: 'select epoch, last_at_ms from writer_state',
  values: [],
}

function selectOutbox(afterId: number): Statement {
  return {
    name: 'select-outbox',
    text: 'select message from outbox where message_id > $1 order by message_id',
    values: [afterId],
  }
}

/** Checks the epoch and stores the time of the newest id. In the transaction of every batch, which fails for a fenced-off writer. */
export function renewLease(epoch: number, lastIdMs: number): Statement {
  return { name: 'renew-lease', text: 'select renew_lease($1, $2)', values: [epoch, lastIdMs] }
}

/** Stores the batch's message and deletes those that were published. */
export function replaceOutbox(messageId: number, messageJson: string, publishedId: number): Statement[] {
  return [
    {
      name: 'insert-outbox',
      text: 'insert into outbox (message_id, message) values ($1, $2::json)',
      values: [messageId, messageJson],
    },
    { name: 'delete-outbox', text: 'delete from outbox where message_id <= $1', values: [publishedId] },
  ]
}
