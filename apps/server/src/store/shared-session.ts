import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'

const BEGINS = /^(?:begin|start transaction)\b/
const ENDS = /^(?:commit|rollback)$/

/** A transaction that is told step by step. */
interface Transaction {
  readonly client: pg.Client
  readonly ended: Promise<void>
  end(): void
}

/**
 * One database session that all share. What stands for itself, a statement or a transaction in one piece, is sent as it
 * comes, behind what is under way: the database always has the next one, and does not wait until somebody has read an
 * answer. A transaction that is told step by step has the session to itself.
 */
export class SharedSession implements PostgresPool {
  readonly options: pg.ClientConfig
  #connection: Promise<pg.Client> | undefined
  #transaction: Transaction | undefined

  /** @param options of the one connection; another is made when it breaks */
  constructor(options: pg.ClientConfig) {
    this.options = { ...options, pipeline: true }
  }

  /** What looks to Kysely like a connection of its own. */
  connect(): Promise<PostgresPoolClient> {
    return Promise.resolve(new SharedClient(this))
  }

  /**
   * Sends what stands for itself, in the order of the calls.
   * @param send hands all of it over at once, before it waits for anything
   */
  async run<Value>(send: (client: pg.Client) => Promise<Value>): Promise<Value> {
    for (;;) {
      const client = await this.#connect()
      // Between the look and the sending nobody else may begin.
      if (this.#transaction === undefined) return send(client)
      await this.#transaction.ended
    }
  }

  /** From now on nobody but the holder is let in, until it ends the transaction. */
  reserve(client: pg.Client): Transaction {
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    const end = (): void => {
      this.#transaction = undefined
      resolve()
    }
    this.#transaction = { client, ended, end }
    return this.#transaction
  }

  /** Closes the connection when what is under way has been answered. */
  async end(): Promise<void> {
    await this.#transaction?.ended
    await (await this.#connection)?.end()
  }

  /** A connection that breaks fails its statements by itself; who comes later gets another. */
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
    if (typeof text !== 'string') throw new Error('A cursor needs a session of its own')
    // What `pg` answers is what Kysely asks of it, which describes it in words of its own.
    return this.#send(text, parameters) as never
  }

  /** What was begun and not ended must not become a part of what others do. */
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
