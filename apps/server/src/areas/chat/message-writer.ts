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

/** Messages per statement. */
const BATCH_MAX = 200
/** How often a batch is decided again because another server wrote in between. */
const ATTEMPTS_MAX = 50
/** Queue length; further messages are rejected. */
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
  /** Called with each durable message, in order of ids. */
  readonly onWritten: (written: Written) => void
}

/**
 * Writes messages in batches: those that arrive during a commit form the next batch. The facts for a batch are read in one
 * statement, unless cached. Another statement writes the batch, provided the facts have not changed; otherwise it is
 * decided again. Ids therefore rise in commit order on any number of servers.
 */
export class MessageWriter {
  readonly #options: MessageWriterOptions
  readonly #known = new KnownFacts()
  #waiting: Waiting[] = []
  #isWriting = false

  constructor(options: MessageWriterOptions) {
    this.#options = options
  }

  /** Resolves once the message is durable or rejected; the promise never rejects. */
  send(draft: Draft): Promise<SendResult> {
    if (this.#waiting.length >= WAITING_MAX) return Promise.resolve(fail({ code: 'unavailable' }))
    return new Promise((answer) => {
      this.#waiting.push({ ...draft, answer })
      if (!this.#isWriting) void this.#write()
    })
  }

  /** Applies a message written here or by another server. */
  note(message: ChatMessage, sentAtMs: number): void {
    this.#known.note(message, sentAtMs)
  }

  async #write(): Promise<void> {
    this.#isWriting = true
    while (this.#waiting.length > 0) await this.#writeBatch()
    this.#isWriting = false
  }

  /** If a batch fails, its senders get an error and can retry. */
  async #writeBatch(): Promise<void> {
    const batch = this.#waiting.splice(0, BATCH_MAX)
    let answers: readonly SendResult[] = []
    try {
      answers = await this.#commit(batch)
    } catch (error) {
      this.#options.log.error({ err: error }, 'writing chat messages failed')
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
      // With nothing to write, the facts are not verified.
      const isStored = decisions.isEmpty ? known === undefined : await storeMessages(db, facts, decisions)
      if (!isStored) {
        this.#known.forget()
        continue
      }
      this.#known.keep(facts, decisions.lastId)
      for (const each of decisions.written) onWritten(each)
      return answers
    }
    log.error('writing chat messages failed: too many concurrent writes of other servers')
    return []
  }
}

/** @returns false when the facts have changed or a key was used in between; nothing was stored then */
async function storeMessages(
  db: Kysely<Database>,
  { lastId, revision }: MessageFacts,
  decisions: BatchDecisions,
): Promise<boolean> {
  const { written, nowMs } = decisions
  const outcomes = decisions.outcomes()
  const messages = written.map(({ message }) => message)
  // Locks the row of the count until the commit: another server's statement waits and then finds a different count.
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
