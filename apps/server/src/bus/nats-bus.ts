import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import {
  connect,
  type ConnectionOptions,
  type Msg,
  type NatsConnection,
  type Subscription,
} from '@nats-io/transport-node'
import type { Logger } from 'pino'
import type { Bus, SharedBus } from './bus.ts'
import type { BusMessages, Topic } from './message.ts'
import { Peers, type Position } from './peers.ts'
import { isNoResponders, MessageTooLarge, NoServerAnswers, type ServerLink } from './server-link.ts'

const RECONNECT_DELAY_MS = 1_000
const CONNECT_DEADLINE_MS = 5_000
/** Interval of signs of life, by which other servers notice lost messages. */
const HERE_EVERY_MS = 500
/** NATS has to answer every ping; a connection with more open ones is dead. */
const PING_EVERY_MS = 1_000
const OPEN_PINGS_MAX = 2
/** Bytes on their way to NATS; further messages are dropped, and other servers reload. */
const UNDER_WAY_BYTES_MAX = 64 * 2 ** 20
/** Losses found shortly after another are reported together, since each makes clients refetch. */
const MISSED_PAUSE_MS = 2_000
/** Time for the last messages to be sent when the bus closes. */
const CLOSE_DEADLINE_MS = 1_000
const HERE = 'here'

/** What travels under a topic: a message, or only a sign of life. */
interface Envelope extends Position {
  readonly message?: unknown
  /** Whether the server stops. */
  readonly isLast?: boolean
}

/** What travels back to a request. */
interface Reply extends Position {
  readonly response: unknown
}

type Answer = (request: unknown) => Promise<unknown>

export interface NatsBusOptions {
  /** Addresses and credentials. */
  readonly connection: ConnectionOptions
  /** First token of every subject: several worlds can share a NATS. */
  readonly world: string
  /** Delivers messages within this server. */
  readonly local: Bus
  readonly log: Logger
}

/**
 * The bus of several servers, over NATS. Listeners on this server are called at once; other servers receive messages in the
 * order of publication. NATS stores nothing, so each server numbers its messages, and the others notice what is missing
 * ({@link Peers}). Each connection is used until it breaks: nothing is queued for the next one.
 */
export class NatsBus implements SharedBus, ServerLink {
  readonly #options: NatsBusOptions
  readonly #serverId = randomUUID()
  readonly #peers = new Peers()
  readonly #missed: (() => void)[] = []
  readonly #answers = new Map<string, Answer>()
  /** Of the present connection, or the last one. */
  readonly #subscriptions = new Map<string, Subscription>()
  readonly #timer: NodeJS.Timeout
  #connection: NatsConnection | undefined
  #count = 0
  /** Bytes of this connection that NATS has received. */
  #receivedBytes = 0
  #missedAtMs = Number.NEGATIVE_INFINITY
  #missedTimer: NodeJS.Timeout | undefined
  #lossCount = 0
  #isFailing = false
  #isClosed = false

  private constructor(options: NatsBusOptions) {
    this.#options = options
    this.#timer = setInterval(() => this.#tick(), HERE_EVERY_MS)
    this.#timer.unref()
  }

  /** Connects; if NATS is not reachable, goes on trying in the background. */
  static async open(options: NatsBusOptions): Promise<NatsBus> {
    const bus = new NatsBus(options)
    if (!(await bus.#tryToConnect())) void bus.#reconnect()
    return bus
  }

  get isConnected(): boolean {
    return this.#connection !== undefined
  }

  /** Number of other servers. */
  get peerCount(): number {
    return this.#peers.size
  }

  /** Number of times that messages were lost. */
  get lossCount(): number {
    return this.#lossCount
  }

  publish<Name extends Topic>(topic: Name, message: BusMessages[Name]): void {
    this.#options.local.publish(topic, message)
    this.#count += 1
    this.#send(topic, { ...this.#position(), message })
  }

  subscribe<Name extends Topic>(topic: Name, listen: (message: BusMessages[Name]) => void): () => void {
    return this.#options.local.subscribe(topic, listen)
  }

  /** Calls back when messages of other servers were lost, and before later ones are delivered unless it just has. */
  onMissed(listen: () => void): void {
    this.#missed.push(listen)
  }

  async request(name: string, request: unknown, timeoutMs: number): Promise<unknown> {
    const connection = this.#connection
    if (connection === undefined) throw new Error('NATS is not connected')
    const payload = Buffer.from(JSON.stringify(request))
    if (isTooLarge(connection, payload)) throw new MessageTooLarge(payload.length)
    const reply = await connection
      .request(this.#subject('request', name), payload, { timeout: timeoutMs })
      .catch((error: unknown) => {
        throw isNoResponders(error) ? new NoServerAnswers() : error
      })
    // Trust boundary: messages come from servers of the same world.
    const { response, ...position } = reply.json<Reply>()
    if (this.#peers.notePosition(position)) this.#reportMissed()
    return response
  }

  respond(name: string, answer: (request: unknown) => Promise<unknown>): () => void {
    this.#answers.set(name, answer)
    if (this.#connection !== undefined) this.#subscribeTo(this.#connection, name, answer)
    return () => {
      this.#answers.delete(name)
      this.#subscriptions.get(name)?.unsubscribe()
      this.#subscriptions.delete(name)
    }
  }

  /** Sends what was published and closes the connection. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    clearTimeout(this.#missedTimer)
    const connection = this.#connection
    if (connection === undefined) return
    this.#send(HERE, { ...this.#position(), isLast: true })
    this.#connection = undefined
    await Promise.race([connection.flush().catch(() => undefined), wait(CLOSE_DEADLINE_MS, undefined, { ref: false })])
    await connection.close()
  }

  #position(): Position {
    return { serverId: this.#serverId, count: this.#count }
  }

  #subject(kind: 'topic' | 'request', name: string): string {
    return `clutch.${this.#options.world}.${kind}.${name}`
  }

  async #connect(): Promise<void> {
    const connection = await connect({
      ...this.#options.connection,
      name: 'clutch',
      reconnect: false,
      noEcho: true,
      noAsyncTraces: true,
      pingInterval: PING_EVERY_MS,
      maxPingOut: OPEN_PINGS_MAX,
      timeout: CONNECT_DEADLINE_MS,
    })
    const skipped = this.#subject('topic', '').length
    connection.subscribe(this.#subject('topic', '*'), {
      callback: (error, message) => {
        if (error === null) this.#receiveOrLog(message.subject.slice(skipped), message)
      },
    })
    for (const [name, answer] of this.#answers) this.#subscribeTo(connection, name, answer)
    // What is loaded from here on includes everything that NATS delivered before. A flush may outlive its connection.
    await Promise.race([connection.flush(), connection.closed()])
    if (connection.isClosed()) throw new Error('NATS closed the connection')
    if (this.#isClosed) return connection.close()
    this.#connection = connection
    this.#receivedBytes = 0
    this.#peers.noteConnected()
    void connection.closed().then((error) => this.#lose(connection, error ?? new Error('NATS closed the connection')))
    this.#send(HERE, this.#position())
  }

  async #tryToConnect(): Promise<boolean> {
    try {
      await this.#connect()
    } catch (error) {
      if (!this.#isFailing) this.#options.log.error({ err: error }, 'connecting to NATS failed; retrying')
      this.#isFailing = true
      return false
    }
    if (this.#isFailing) this.#options.log.warn('connected to NATS again')
    this.#isFailing = false
    return true
  }

  #lose(connection: NatsConnection, error: unknown): void {
    if (connection !== this.#connection) return
    this.#connection = undefined
    this.#isFailing = true
    this.#options.log.error({ err: error }, 'connection to NATS lost')
    void this.#reconnect()
  }

  async #reconnect(): Promise<void> {
    do await wait(RECONNECT_DELAY_MS, undefined, { ref: false })
    while (!this.#isClosed && !(await this.#tryToConnect()))
  }

  #send(name: string, envelope: Envelope): void {
    const connection = this.#connection
    if (connection === undefined) return
    const payload = Buffer.from(JSON.stringify(envelope))
    const underWay = connection.stats().outBytes - this.#receivedBytes
    if (isTooLarge(connection, payload) || underWay > UNDER_WAY_BYTES_MAX) {
      // Its number is used up, so that other servers notice the loss and reload.
      this.#options.log.warn({ topic: name, bytes: payload.length, underWay }, 'bus message dropped')
      return
    }
    try {
      connection.publish(this.#subject('topic', name), payload)
    } catch (error) {
      this.#lose(connection, error)
    }
  }

  #tick(): void {
    const connection = this.#connection
    if (connection === undefined) return
    this.#send(HERE, this.#position())
    const { outBytes } = connection.stats()
    connection.flush().then(
      () => {
        if (connection === this.#connection) this.#receivedBytes = outBytes
      },
      () => undefined,
    )
    if (this.#peers.removeSilent()) this.#reportMissed()
  }

  /** What is thrown to NATS's client would end its connection. */
  #receiveOrLog(name: string, received: Msg): void {
    try {
      this.#receive(name, received)
    } catch (error) {
      this.#options.log.warn({ err: error, topic: name }, 'bus message rejected')
    }
  }

  #receive(name: string, received: Msg): void {
    // Trust boundary: messages come from servers of the same world.
    const { message, isLast, ...position } = received.json<Envelope>()
    if (message === undefined) {
      if (this.#peers.notePosition(position)) this.#reportMissed()
      if (isLast === true) this.#peers.remove(position.serverId)
      return
    }
    const { isNew, hasGap } = this.#peers.noteMessage(position)
    if (hasGap) this.#reportMissed()
    if (isNew) this.#options.local.publish(name as Topic, message as BusMessages[Topic])
  }

  #subscribeTo(connection: NatsConnection, name: string, answer: Answer): void {
    const subscription = connection.subscribe(this.#subject('request', name), {
      callback: (error, request) => {
        if (error === null) void this.#answer(connection, request, answer)
      },
    })
    this.#subscriptions.set(name, subscription)
  }

  async #answer(connection: NatsConnection, request: Msg, answer: Answer): Promise<void> {
    try {
      const response = await answer(request.json())
      if (response === undefined) return
      const reply: Reply = { ...this.#position(), response }
      const payload = Buffer.from(JSON.stringify(reply))
      // NATS would close the connection.
      if (isTooLarge(connection, payload)) throw new MessageTooLarge(payload.length)
      request.respond(payload)
    } catch (error) {
      // Its server asks again or gives up.
      this.#options.log.warn({ err: error }, 'responding to another server failed')
    }
  }

  #reportMissed(): void {
    const pauseMs = this.#missedAtMs + MISSED_PAUSE_MS - performance.now()
    if (this.#missedTimer !== undefined) return
    if (pauseMs > 0) {
      this.#missedTimer = setTimeout(() => {
        this.#missedTimer = undefined
        this.#reportMissed()
      }, pauseMs)
      return
    }
    this.#missedAtMs = performance.now()
    this.#lossCount += 1
    for (const listen of this.#missed) listen()
  }
}

function isTooLarge({ info }: NatsConnection, payload: Buffer): boolean {
  return payload.length > (info?.max_payload ?? 0)
}
