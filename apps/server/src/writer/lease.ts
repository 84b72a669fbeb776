import type { EconomyMessage } from '../bus/message.ts'
import type { Statement } from '../store/statement.ts'
import type { WriterConnection } from '../store/writer-connection.ts'

/** What a writer learns when it takes over. */
export interface Lease {
  /** Rises with every take-over: whoever holds an older one can commit nothing more. */
  readonly epoch: number
  /** The newest moment that ids of the writers before carry, in Unix milliseconds. */
  readonly lastIdMs: number
  /** Messages that were committed and perhaps never published. */
  readonly unpublished: readonly EconomyMessage[]
}

/** Raises the epoch, so that a writer before this one is deposed for good, and reads what it has left. */
export async function takeLease(connection: WriterConnection): Promise<Lease> {
  await connection.commit([RAISE_EPOCH])
  const [states = [], messages = []] = await connection.load([SELECT_STATE, selectOutbox(0)])
  return {
    epoch: epochOf(states),
    lastIdMs: Number(states[0]?.['last_at_ms'] ?? 0),
    unpublished: messages.map(toMessage),
  }
}

/** @throws when a later take-over has raised the epoch: nothing can be committed under this one any more. */
export async function checkLease(connection: WriterConnection, epoch: number): Promise<void> {
  const [states = []] = await connection.load([SELECT_STATE])
  if (epochOf(states) !== epoch) throw new Error('Another writer has taken over')
}

/** Messages that were committed though nobody was told so, oldest first. */
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

/** Checks the epoch and keeps the time, in the transaction of every batch: it fails whole for a deposed writer. */
export function keepLease(epoch: number, lastIdMs: number): Statement {
  return { name: 'keep-lease', text: 'select keep_lease($1, $2)', values: [epoch, lastIdMs] }
}

/** Stores the batch's message and drops those that were published. */
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
