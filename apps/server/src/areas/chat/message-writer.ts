import { fail } from '@clutch/economy'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../../store/database.ts'
import { BatchDecisions, type SendResult, type Written } from './batch-decisions.ts'
import type { Draft } from './draft.ts'
import { findOutcomes, keepOutcomes } from './outcomes.ts'
import { readSenders, readSlowModes } from './senders.ts'
import './tables.ts'

/** Messages that one transaction writes. */
const BATCH_MAX = 200
/** Messages that wait; more are refused at once. */
const WAITING_MAX = 2_000

interface Waiting extends Draft {
  readonly answer: (result: SendResult) => void
}

export interface MessageWriterOptions {
  readonly db: Kysely<Database>
  readonly log: Logger
  readonly nowMs: () => number
  /** Told of each message once it is durable, in the order of the ids. */
  readonly onWritten: (written: Written) => void
}

/**
 * Writes messages: whatever arrives while a transaction is on its way is the next one. A lock on one row makes the order
 * of ids that of commits, on any number of servers, and what the rules look at is read under it.
 */
export class MessageWriter {
  readonly #options: MessageWriterOptions
  #waiting: Waiting[] = []
  #isWriting = false

  constructor(options: MessageWriterOptions) {
    this.#options = options
  }

  /** Resolves once the message is durable or refused; never rejects. */
  send(draft: Draft): Promise<SendResult> {
    if (this.#waiting.length >= WAITING_MAX) return Promise.resolve(fail({ code: 'unavailable' }))
    return new Promise((answer) => {
      this.#waiting.push({ ...draft, answer })
      if (!this.#isWriting) void this.#write()
    })
  }

  async #write(): Promise<void> {
    this.#isWriting = true
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, BATCH_MAX)
      const answers = await this.#commit(batch)
      for (const [index, { answer }] of batch.entries()) answer(answers[index] ?? fail({ code: 'unavailable' }))
    }
    this.#isWriting = false
  }

  /** A transaction that fails costs its messages only: their senders are told to try again. */
  async #commit(batch: readonly Waiting[]): Promise<readonly SendResult[]> {
    const { db, log, onWritten } = this.#options
    try {
      const { answers, written } = await db.transaction().execute((trx) => this.#decide(trx, batch))
      for (const each of written) onWritten(each)
      return answers
    } catch (error) {
      log.error({ err: error }, 'messages could not be written')
      return []
    }
  }

  async #decide(trx: Transaction<Database>, batch: readonly Waiting[]) {
    const { last_message_id: lastId } = await trx
      .selectFrom('chat_state')
      .select('last_message_id')
      .where('id', '=', 1)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const requests = batch.map(({ request }) => request)
    const decisions = new BatchDecisions(
      await findOutcomes(trx, requests),
      await readSenders(trx, batch),
      await readSlowModes(trx, batch),
      lastId,
      this.#options.nowMs(),
    )
    const answers = batch.map((draft) => decisions.decide(draft))
    await storeMessages(trx, decisions)
    return { answers, written: decisions.written }
  }
}

async function storeMessages(trx: Transaction<Database>, decisions: BatchDecisions): Promise<void> {
  const { written, nowMs } = decisions
  await keepOutcomes(trx, decisions.outcomes(), nowMs)
  const messages = written.map(({ message }) => message)
  const last = messages.at(-1)
  if (last === undefined) return
  await sql`insert into chat_message (message_id, channel_id, sender_id, text, sent_at_ms)
    select *, ${nowMs}::bigint from unnest(${messages.map(({ id }) => id)}::bigint[],
      ${messages.map(({ channel_id }) => channel_id)}::text[], ${messages.map(({ user_uuid }) => user_uuid)}::uuid[],
      ${messages.map(({ text }) => text)}::text[])`.execute(trx)
  await trx.updateTable('chat_state').set({ last_message_id: last.id }).where('id', '=', 1).execute()
}
