import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'

const BEGINS = /^(?:begin|start transaction)\b/
const ENDS = /^(?:commit|rollback)$/

/** An interactive transaction, whose statements depend on earlier results. */
interface Transaction {
  readonly client: pg.Client
  readonly ended: Promise<void>
  end(): void
}

/**
 * A single database session shared by all callers. Statements and non-interactive transactions are pipelined: they are
 * sent without waiting for earlier responses, so the database is never idle. An interactive transaction has the session
 * exclusively.
 */
export class SharedSession implements PostgresPool {
  readonly options: pg.ClientConfig
  #connection: Promise<pg.Client> | undefined
  #transaction: Transaction | undefined

  /** @param options of the connection, which is replaced when it breaks */
  constructor(options: pg.ClientConfig) {
    this.options = { ...options, pipeline: true }
  }

  /** A pool-like interface for Kysely. */
  connect(): Promise<PostgresPoolClient> {
    return Promise.resolve(new SharedClient(this))
  }

  /**
   * Sends a non-interactive unit, in the order of calls.
   * @param send must send all statements synchronously, before it awaits anything
   */
  async run<Value>(send: (client: pg.Client) => Promise<Value>): Promise<Value> {
    for (;;) {
      const client = await this.#connect()
      // No other caller may start between this check and the send.
      if (this.#transaction === undefined) return send(client)
      await this.#transaction.ended
    }
  }

  /** Reserves the session for one transaction; other callers wait until it ends. */
  reserve(client: pg.Client): Transaction {
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    const end = (): void => {
      this.#transaction = undefined
      resolve()
    }
    this.#transaction = { client, ended, end }
    return this.#transaction
  }

  /** Closes the connection after pending statements have completed. */
  async end(): Promise<void> {
    await this.#transaction?.ended
    await (await this.#connection)?.end()
  }

  /** A broken connection fails its statements; later callers get a new one. */
  #connect(): Promise<pg.Client> {
    if (this.#connection !== undefined) return this.#connection
    const client = new pg.Client(this.options)
    const connection = client.connect().then(() => client)
    const forget = (): void => {
      if (this.#connection === connection) this.#connection = undefined
    }
    client.on('error', forget)
    client.on('end', forget)
    connection.catch(forget)
    this.#connection = connection
    return connection
  }
}

class SharedClient implements PostgresPoolClient {
  readonly #session: SharedSession
  #transaction: Transaction | undefined

  constructor(session: SharedSession) {
    this.#session = session
  }

  query<Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
  query(text: string | PostgresCursor<unknown>, parameters: readonly unknown[] = []): never {
    if (typeof text !== 'string') throw new Error('Cursors need a separate session')
    // The result of `pg` has the fields that Kysely needs; their types are declared differently.
    return this.#send(text, parameters) as never
  }

  /** Rolls back an unfinished transaction, so that later statements do not become part of it. */
  release(): void {
    if (this.#transaction !== undefined) void this.#send('rollback', []).catch(() => undefined)
  }

  async #send(text: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
    const own = this.#transaction
    if (own !== undefined) {
      const answer = own.client.query(text, [...parameters])
      return ENDS.test(text) ? answer.finally(() => this.#leave()) : answer
    }
    return this.#session.run((client) => {
      if (BEGINS.test(text)) this.#transaction = this.#session.reserve(client)
      return client.query(text, [...parameters])
    })
  }

  #leave(): void {
    this.#transaction?.end()
    this.#transaction = undefined
  }
}
