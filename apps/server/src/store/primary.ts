import { callbackify } from 'node:util'
import pg from 'pg'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { CONNECT_DEADLINE_MS, survivesBrokenConnections } from './connections.ts'

/** Databases that speak PostgreSQL's protocol, but whose advisory locks do not keep a second writer out. */
const UNSUITABLE = /CockroachDB|YugabyteDB|-YB-|Redshift|Materialize/i
const READ_ONLY = 'show transaction_read_only'

/**
 * The addresses of a connection string, which can name several servers of a cluster as in libpq:
 * `postgres://user:password@one:5432,two:5432/clutch`.
 * @throws when the text is no such string
 * @see https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS
 */
export function splitAddresses(connectionString: string): readonly string[] {
  const [, start, hosts, end] = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)(.*)$/.exec(connectionString) ?? []
  if (start === undefined || hosts === undefined || end === undefined) throw new Error('This is no PostgreSQL address')
  const addresses = hosts.split(',').map((host) => `${start}${host}${end}`)
  // A single one may be empty: a Unix socket is named by the parameter `host`.
  const isValid = addresses.every((address) => new URL(address).hostname !== '' || addresses.length === 1)
  if (!isValid) throw new Error('A host is missing between commas')
  return addresses
}

/** The server of a PostgreSQL cluster that accepts writes; after a failover, another one. */
export class Primary {
  readonly #addresses: readonly string[]
  #address: string
  #search: Promise<string> | undefined

  private constructor(addresses: readonly string[], address: string) {
    this.#addresses = addresses
    this.#address = address
  }

  /** @throws when no server of the connection string accepts writes, or it is no PostgreSQL */
  static async find(connectionString: string): Promise<Primary> {
    const addresses = splitAddresses(connectionString)
    return new Primary(addresses, await findWritable(addresses))
  }

  /** Connection string of the server that accepted writes when last searched for. */
  get address(): string {
    return this.#address
  }

  /** Searches again if there are several servers. @throws when none of them accepts writes */
  async findAgain(): Promise<string> {
    if (this.#addresses.length === 1) return this.#address
    this.#search ??= findWritable(this.#addresses).finally(() => (this.#search = undefined))
    this.#address = await this.#search
    return this.#address
  }

  /** A pool of connections to the primary, which follows it to another server. */
  openPool(options: pg.PoolConfig): PostgresPool {
    const open = (): { readonly address: string; readonly pool: pg.Pool } => {
      const pool = new pg.Pool({ ...options, connectionString: this.#address, verify: callbackify(requirePrimary) })
      return { address: this.#address, pool: survivesBrokenConnections(pool) }
    }
    let current = open()
    const connect = async (): Promise<PostgresPoolClient> => {
      try {
        return await current.pool.connect()
      } catch (error) {
        if ((await this.findAgain()) === current.address) throw error
        // Another caller may have followed already.
        if (current.address !== this.#address) {
          void current.pool.end()
          current = open()
        }
        return current.pool.connect()
      }
    }
    return {
      connect,
      end: () => current.pool.end(),
      get options() {
        return current.pool.options
      },
    }
  }
}

/** All are asked at once, so that one that does not respond delays nothing. */
async function findWritable(addresses: readonly string[]): Promise<string> {
  try {
    return await Promise.any(addresses.map(requireWritable))
  } catch (error) {
    if (!(error instanceof AggregateError)) throw error
    const [first, ...others] = error.errors as readonly unknown[]
    throw others.length === 0 ? first : new Error(`No PostgreSQL of DATABASE_URL accepts writes`, { cause: error })
  }
}

/** @returns the address */
async function requireWritable(address: string): Promise<string> {
  const client = new pg.Client({
    connectionString: address,
    connectionTimeoutMillis: CONNECT_DEADLINE_MS,
    query_timeout: CONNECT_DEADLINE_MS,
  })
  // A connection that breaks fails its query, too.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string }>('select version()')
    refuseUnsuitable(rows[0]?.version ?? '')
    await requirePrimary(client)
  } catch (error) {
    // Without a message: the other side may not respond.
    client.connection.stream.destroy()
    throw error
  }
  await client.end()
  return address
}

/** @throws when a database that calls itself this cannot hold a world */
export function refuseUnsuitable(version: string): void {
  const [name] = UNSUITABLE.exec(version) ?? []
  if (name === undefined) return
  throw new Error(
    `DATABASE_URL is no PostgreSQL but "${version}", whose advisory locks would not keep a second writer out. Use PostgreSQL 15 or newer.`,
  )
}

async function requirePrimary(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>(READ_ONLY)
  if (rows[0]?.transaction_read_only !== 'off') throw new Error('This PostgreSQL accepts no writes: it is a standby')
}
