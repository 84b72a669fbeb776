import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { CONNECT_DEADLINE_MS, WATCHED_LINE } from './connections.ts'
import type { Statement } from './statement.ts'
import { pipeline, pipelineTransaction, type WriterConnection } from './writer-connection.ts'

/** "clutch" in ASCII: the advisory lock that makes a process the writer. */
const WRITER_LOCK = 0x63_6c_75_74_63_68
/** Interval at which a standby tries to take the lock. */
const LOCK_POLL_MS = 100
/** Interval of the holder's heartbeats. */
const HEARTBEAT_MS = 1_000
/**
 * PostgreSQL ends the session of a holder that was idle for this long, which releases the lock. Together with the heartbeat
 * interval, another server takes over within five seconds after a holder froze or was cut off.
 */
const SILENCE_MAX_MS = 4_000
/** Timeout of a response. */
const ANSWER_DEADLINE_MS = 8_000

const SESSION_OPTIONS = [
  `-c idle_session_timeout=${SILENCE_MAX_MS}`,
  `-c idle_in_transaction_session_timeout=${SILENCE_MAX_MS}`,
  `-c statement_timeout=${ANSWER_DEADLINE_MS}`,
  '-c application_name=clutch-writer',
].join(' ')

/**
 * Waits until no other process is the writer, then returns the connection that holds the lease. `onLost` is called once
 * when the server closes it, a response is overdue, or the connection breaks.
 */
export async function acquirePostgresWriter(
  databaseUrl: string,
  types: pg.CustomTypesConfig,
  onLost: (error: Error) => void,
  signal: AbortSignal | undefined,
): Promise<WriterConnection> {
  const leased = new LeasedClient(databaseUrl, types, (error) => {
    reader.abandon()
    onLost(error)
  })
  const reader = new LeasedClient(databaseUrl, types, (error) => leased.lose(error))
  try {
    await leased.open()
    await leased.waitForLock(signal)
    // Set only now: while waiting for the lock the session is idle.
    await reader.open()
  } catch (error) {
    leased.abandon()
    reader.abandon()
    throw error
  }
  leased.startHeartbeat()
  reader.startHeartbeat()
  return {
    load: (statements) => leased.run((client) => pipeline(client, statements)),
    lookUp: (statements: readonly Statement[]) => reader.run((client) => pipeline(client, statements)),
    commit: (statements) => leased.run((client) => pipelineTransaction(client, statements)),
    async close() {
      await Promise.all([leased.close(), reader.close()])
    },
  }
}

/** A client with a deadline for each response, and heartbeats in between. */
class LeasedClient {
  readonly #client: pg.Client
  readonly #onLost: (error: Error) => void
  #heartbeat: NodeJS.Timeout | undefined
  #underWay = 0
  #isOver = false
  #lostBy: Error | undefined

  constructor(connectionString: string, types: pg.CustomTypesConfig, onLost: (error: Error) => void) {
    this.#onLost = onLost
    this.#client = new pg.Client({
      connectionString,
      types,
      pipeline: true,
      options: SESSION_OPTIONS,
      ...WATCHED_LINE,
      connectionTimeoutMillis: CONNECT_DEADLINE_MS,
    })
    this.#client.on('error', (error) => this.lose(error))
    this.#client.on('end', () => this.lose(new Error('The writer connection was closed')))
    // PostgreSQL reports a commit as done when its wait for a standby is cancelled; a failover could lose it.
    this.#client.on('notice', ({ routine }) => {
      if (routine === 'SyncRepWaitForLSN') this.lose(new Error('A commit did not wait for the synchronous standby'))
    })
  }

  async open(): Promise<void> {
    await this.#client.connect()
  }

  async waitForLock(signal: AbortSignal | undefined): Promise<void> {
    for (;;) {
      const { rows } = await this.run((client) =>
        client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [WRITER_LOCK]),
      )
      if (rows[0]?.held === true) return
      await wait(LOCK_POLL_MS, undefined, signal === undefined ? {} : { signal })
    }
  }

  startHeartbeat(): void {
    this.#heartbeat = setInterval(() => {
      if (this.#underWay === 0) void this.run((client) => client.query('select 1')).catch(() => undefined)
    }, HEARTBEAT_MS)
    this.#heartbeat.unref()
  }

  /** @throws when the response is overdue or the connection is lost meanwhile */
  async run<Value>(use: (client: pg.Client) => Promise<Value>): Promise<Value> {
    if (this.#isOver) throw new Error('The writer connection is lost')
    this.#underWay += 1
    let deadline: NodeJS.Timeout | undefined
    const overdue = new Promise<never>((_resolve, reject) => {
      deadline = setTimeout(() => {
        const error = new Error(`The database did not respond within ${ANSWER_DEADLINE_MS} ms`)
        reject(error)
        this.lose(error)
      }, ANSWER_DEADLINE_MS)
    })
    try {
      const value = await Promise.race([use(this.#client), overdue])
      if (this.#lostBy !== undefined) throw this.#lostBy
      return value
    } finally {
      clearTimeout(deadline)
      this.#underWay -= 1
    }
  }

  /** Closes the connection and reports the loss of the lease. */
  lose(error: Error): void {
    if (this.#isOver) return
    this.#lostBy = error
    this.abandon()
    this.#onLost(error)
  }

  /** Closes the connection without a message: the other side may not be reachable. */
  abandon(): void {
    this.#isOver = true
    clearInterval(this.#heartbeat)
    this.#client.connection.stream.destroy()
  }

  async close(): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    clearInterval(this.#heartbeat)
    await this.#client.end()
  }
}
