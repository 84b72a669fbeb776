import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { CONNECT_DEADLINE_MS, WATCHED_LINE } from '../store/connections.ts'
import type { Bus, SharedBus } from './bus.ts'
import type { BusMessages, Topic } from './message.ts'
import { joinParts, splitIntoParts, type Part } from './parts.ts'

const CHANNEL = 'clutch_bus'
/** Parts sent in one statement. */
const PARTS_AT_ONCE_MAX = 500
/** Longest send queue in parts; beyond it, other servers have to reload. */
const WAITING_MAX = 20_000
const RECONNECT_DELAY_MS = 1_000
/** Interval of heartbeats. */
const PING_EVERY_MS = 2_000
/** A query that takes longer counts as failed: the connection is dead. */
const ANSWER_DEADLINE_MS = 5_000
/**
 * The database ends the session of a server that was silent for this long. A command delivered later than that, whose
 * caller already got "unavailable" (`OUTCOME_DEADLINE_MS`), is therefore never executed.
 */
const SILENCE_MAX_MS = 7_000
/** A server that is silent for longer counts as stopped; nothing is sent to it. */
const PEER_SILENCE_MAX_MS = 16_000

/**
 * A message of a topic, or a control message between servers: `hi` announces a new listener, and whether messages of its
 * own were lost before; `yes` confirms that messages are sent to it from now on; `here` is a heartbeat.
 */
type Word =
  | { readonly [Name in Topic]: { readonly topic: Name; readonly message: BusMessages[Name] } }[Topic]
  | { readonly word: 'hi'; readonly hasLost: boolean }
  | { readonly word: 'yes' | 'here' }

export interface PostgresBusOptions {
  readonly databaseUrl: string
  /** Delivers messages within this server. */
  readonly local: Bus
  readonly onError: (error: unknown) => void
}

/**
 * The bus of several servers on one PostgreSQL, by LISTEN and NOTIFY. Listeners on this server are called at once; other
 * servers receive messages in the order of publication. A server without peers sends only heartbeats.
 */
export class PostgresBus implements SharedBus {
  readonly #options: PostgresBusOptions
  readonly #serverId = randomUUID()
  readonly #peers = new Map<string, number>()
  readonly #joining = joinParts()
  readonly #missed: (() => void)[] = []
  readonly #timer: NodeJS.Timeout
  #client: pg.Client | undefined
  #waiting: string[] = []
  #isSending = false
  #hasLost = false
  #isClosed = false

  private constructor(options: PostgresBusOptions) {
    this.#options = options
    this.#timer = setInterval(() => this.#send({ word: 'here' }), PING_EVERY_MS)
    this.#timer.unref()
  }

  /** Listens and asks the other servers to send their messages. @throws when the database cannot be reached */
  static async open(options: PostgresBusOptions): Promise<PostgresBus> {
    const bus = new PostgresBus(options)
    await bus.#connect()
    return bus
  }

  publish<Name extends Topic>(topic: Name, message: BusMessages[Name]): void {
    this.#options.local.publish(topic, message)
    if (this.#hasPeers()) this.#send({ topic, message } as Word)
  }

  subscribe<Name extends Topic>(topic: Name, listen: (message: BusMessages[Name]) => void): () => void {
    return this.#options.local.subscribe(topic, listen)
  }

  /** Calls back when messages of other servers may have been lost. */
  onMissed(listen: () => void): void {
    this.#missed.push(listen)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    while (this.#isSending) await wait(1)
    if (this.#client !== undefined) await endQuietly(this.#client)
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#options.databaseUrl,
      application_name: 'clutch-bus',
      options: `-c idle_session_timeout=${SILENCE_MAX_MS}`,
      ...WATCHED_LINE,
      connectionTimeoutMillis: CONNECT_DEADLINE_MS,
      // In pipeline mode `pg` closes a connection whose response is overdue.
      pipeline: true,
      query_timeout: ANSWER_DEADLINE_MS,
    })
    client.on('error', (error) => this.#lose(client, error))
    client.on('end', () => this.#lose(client, new Error('The bus connection was closed')))
    client.on('notification', ({ payload = '' }) => this.#receive(payload))
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
    } catch (error) {
      client.connection.stream.destroy()
      throw error
    }
    if (this.#isClosed) return endQuietly(client)
    this.#client = client
    // Before messages received meanwhile: a reload triggered here includes them.
    this.#waiting.unshift(...this.#partsOf({ word: 'hi', hasLost: this.#hasLost }))
    this.#hasLost = false
    void this.#sendWaiting()
  }

  /** Only an established connection can be lost; the caller handles one that fails to connect. */
  #lose(client: pg.Client, cause: unknown): void {
    if (client !== this.#client || this.#isClosed) return
    this.#options.onError(cause)
    this.#client = undefined
    this.#hasLost = true
    this.#waiting = []
    // Closed without a message: nothing gets through a dead connection.
    client.connection.stream.destroy()
    void this.#reconnect()
  }

  async #reconnect(): Promise<void> {
    while (!this.#isClosed) {
      await wait(RECONNECT_DELAY_MS, undefined, { ref: false })
      try {
        await this.#connect()
        this.#tellMissed()
        return
      } catch (error) {
        this.#options.onError(error)
      }
    }
  }

  #hasPeers(): boolean {
    for (const [peer, heardAtMs] of this.#peers) {
      if (Date.now() - heardAtMs > PEER_SILENCE_MAX_MS) this.#peers.delete(peer)
    }
    return this.#peers.size > 0
  }

  #send(word: Word): void {
    if (this.#waiting.length > WAITING_MAX) {
      this.#waiting = []
      this.#hasLost = true
      return this.#send({ word: 'hi', hasLost: true })
    }
    this.#waiting.push(...this.#partsOf(word))
    void this.#sendWaiting()
  }

  #partsOf(word: Word): string[] {
    return splitIntoParts(this.#serverId, JSON.stringify(word))
  }

  async #sendWaiting(): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    for (let client = this.#client; client !== undefined && this.#waiting.length > 0; client = this.#client) {
      const parts = this.#waiting.splice(0, PARTS_AT_ONCE_MAX)
      try {
        await client.query('select pg_notify($1, part) from unnest($2::text[]) as part', [CHANNEL, parts])
      } catch (error) {
        // The `hi` of the next connection reports the loss to other servers.
        this.#lose(client, error)
      }
    }
    this.#isSending = false
  }

  #receive(payload: string): void {
    const joined: Part | undefined = this.#joining(payload)
    if (joined === undefined || joined.serverId === this.#serverId) return
    // Trust boundary: messages come from servers of the same database.
    const word = JSON.parse(joined.text) as Word
    this.#meet(joined.serverId, word)
    if ('topic' in word) this.#options.local.publish(word.topic, word.message)
  }

  /** A server unknown so far has received nothing from here; one that sends `yes` has sent nothing here before. */
  #meet(peer: string, word: Word): void {
    const isNew = !this.#peers.has(peer)
    this.#peers.set(peer, Date.now())
    const said = 'word' in word ? word : undefined
    if (isNew && said?.word !== 'yes') this.#send({ word: 'yes' })
    if (said?.word === 'yes' || (said?.word === 'hi' && said.hasLost)) this.#tellMissed()
  }

  #tellMissed(): void {
    for (const listen of this.#missed) listen()
  }
}

/** Ends a connection; ignores errors of one that is already closed. */
async function endQuietly(client: pg.Client): Promise<void> {
  try {
    await client.end()
  } catch {
    return
  }
}
