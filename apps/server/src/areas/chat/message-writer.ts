import type { ChatMessage } from '@clutch/contract'
import { fail } from '@clutch/economy'
import { sql, type Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Bus } from '../../bus/bus.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../store/database.ts'
import { BatchDecisions, type SendResult, type Written } from './batch-decisions.ts'
import type { Draft } from './draft.ts'
import { KnownFacts } from './known-facts.ts'
import { readMessageFacts, type MessageFacts } from './message-facts.ts'
import { keptAmong, publishUsedKeys } from '../../store/keyed-calls.ts'
import './tables.ts'

/** Messages that one statement writes. */
const BATCH_MAX = 200
/** How often a batch is decided anew because another server wrote in between. */
const ATTEMPTS_MAX = 50
/** Messages that wait; more are refused at once. */
const WAITING_MAX = 2_000

interface Waiting extends Draft {
  readonly answer: (result: SendResult) => void
}

export interface MessageWriterOptions {
  readonly db: Kysely<Database>
  readonly bus: Bus
  readonly config: Pick<Config, 'adminSteamIds'>
  readonly log: Logger
  readonly nowMs: () => number
  /** Told of each message once it is durable, in the order of the ids. */
  readonly onWritten: (written: Written) => void
}

/**
 * Writes messages: whatever arrives while a batch is on its way is the next one. What bears on a batch is read in one
 * statement, unless it is known from the batches before, and the batch is written in another: only if nothing of what it
 * was decided by has changed since, and it is decided anew otherwise. So ids rise in the order of the commits, on any
 * number of servers.
 */
export class MessageWriter {
  readonly #options: MessageWriterOptions
  readonly #known = new KnownFacts()
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

  /** Takes in a message that was written, here or by another server. */
  note(message: ChatMessage, sentAtMs: number): void {
    this.#known.note(message, sentAtMs)
  }

  async #write(): Promise<void> {
    this.#isWriting = true
    while (this.#waiting.length > 0) await this.#writeBatch()
    this.#isWriting = false
  }

  /** A batch that fails costs its messages only: their senders are told to try again. */
  async #writeBatch(): Promise<void> {
    const batch = this.#waiting.splice(0, BATCH_MAX)
    let answers: readonly SendResult[] = []
    try {
      answers = await this.#commit(batch)
    } catch (error) {
      this.#options.log.error({ err: error }, 'messages could not be written')
      this.#known.forget()
    }
    for (const [index, { answer }] of batch.entries()) answer(answers[index] ?? fail({ code: 'unavailable' }))
  }

  async #commit(batch: readonly Waiting[]): Promise<readonly SendResult[]> {
    const { db, bus, config, log, nowMs, onWritten } = this.#options
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      const known = this.#known.find(batch)
      const facts = known ?? (await readMessageFacts(db, config, batch))
      const decisions = new BatchDecisions(facts, nowMs())
      const answers = batch.map((draft) => decisions.decide(draft))
      publishUsedKeys(
        bus,
        decisions.outcomes().map(({ request }) => request),
      )
      // Where there is nothing to write the store is not asked whether the facts still hold.
      const isStored = decisions.isEmpty ? known === undefined : await storeMessages(db, facts, decisions)
      if (!isStored) {
        this.#known.forget()
        continue
      }
      this.#known.keep(facts, decisions.lastId)
      for (const each of decisions.written) onWritten(each)
      return answers
    }
    log.error('messages could not be written: other servers write all the time')
    return []
  }
}

/** @returns false when the facts hold no more, or a key was used in between: nothing was stored then. */
async function storeMessages(
  db: Kysely<Database>,
  { lastId, revision }: MessageFacts,
  decisions: BatchDecisions,
): Promise<boolean> {
  const { written, nowMs } = decisions
  const outcomes = decisions.outcomes()
  const messages = written.map(({ message }) => message)
  // The count's row is locked until the commit: another server's statement waits for it, and then finds another count.
  const { rows } = await sql`with turn as (
      update chat_state set last_message_id = ${decisions.lastId} where id = 1 and last_message_id = ${lastId}
        and exists (select from chat_facts where id = 1 and revision = ${revision})
        and not exists (select ${keptAmong(outcomes.map(({ request }) => request))}) returning id
    ), kept as (
      insert into call_outcome (owner_id, key, request_hash, outcome, at_ms)
      select kept.*, ${nowMs}::bigint from unnest(${outcomes.map(({ request }) => request.ownerId)}::uuid[],
        ${outcomes.map(({ request }) => request.key)}::text[],
        ${outcomes.map(({ request }) => request.requestHash)}::text[],
        ${outcomes.map(({ outcome }) => JSON.stringify(outcome))}::json[]) as kept, turn
    ), written as (
      insert into chat_message (message_id, channel_id, sender_id, text, sent_at_ms)
      select written.*, ${nowMs}::bigint from unnest(${messages.map(({ id }) => id)}::bigint[],
        ${messages.map(({ channel_id }) => channel_id)}::text[], ${messages.map(({ user_uuid }) => user_uuid)}::uuid[],
        ${messages.map(({ text }) => text)}::text[]) as written, turn
    ) select id from turn`.execute(db)
  return rows.length > 0
}
