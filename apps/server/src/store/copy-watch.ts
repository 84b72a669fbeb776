import { WORLD } from '@clutch/economy'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { isReachable } from '../platform/platform-problems.ts'
import { RepeatedWork } from '../repeated-work.ts'
import { writeAuditRow } from './audit-log.ts'
import type { Database } from './database.ts'

declare module './database.ts' {
  interface Database {
    world_address: WorldAddressTable
  }
}

/** One row, once a server with a public address has opened the database. */
interface WorldAddressTable {
  id: number
  url: string
  recorded_at_ms: number
}

const ONLY_ROW = 1
const READ_EVERY_MS = 5_000

const OPERATOR = {
  userId: WORLD,
  name: 'npm run adopt',
  role: 'admin',
  sessionId: null,
  address: 'local',
  requestId: '',
} as const

export interface CopyWatchOptions {
  readonly db: Kysely<Database>
  readonly log: Logger
  readonly config: Pick<Config, 'publicUrl' | 'demo'>
  /** The address for players, also without PUBLIC_URL. */
  readonly publicUrl: () => string
}

/**
 * Notices that the database is a copy of another world's. The first server with a public PUBLIC_URL records it; a server
 * at any other address must not act towards others until an operator adopts the world, or the coins of exchanges would
 * move twice and receivers of webhooks would get events twice.
 */
export class CopyWatch {
  readonly #options: CopyWatchOptions
  #recordedUrl: string | undefined
  #isCopyLogged = false
  readonly #reading: RepeatedWork

  private constructor(options: CopyWatchOptions) {
    this.#options = options
    this.#reading = new RepeatedWork({
      everyMs: READ_EVERY_MS,
      run: () => this.#read(),
      onFailure: (error) => options.log.warn({ err: error }, 'reading the recorded address failed'),
    })
  }

  /** Resolves once the recorded address is known. @throws when the database cannot be read */
  static async start(options: CopyWatchOptions): Promise<CopyWatch> {
    const watch = new CopyWatch(options)
    await recordFirst(options.db, toRecord(options.config))
    await watch.#read()
    watch.#reading.start()
    return watch
  }

  /** The address of the world that this database is a copy of; undefined if it is none. */
  get copyOf(): string | undefined {
    return this.#recordedUrl === this.#options.publicUrl() ? undefined : this.#recordedUrl
  }

  /** Whether the database is a copy, so that nothing may be sent to others. */
  get isCopy(): boolean {
    return this.copyOf !== undefined
  }

  /** Makes this server's address the recorded one. @returns what `npm run adopt` prints */
  async adopt(): Promise<string> {
    const output = await adoptWorld(this.#options.db, this.#options.config)
    await this.#read()
    return output
  }

  stop(): Promise<void> {
    return this.#reading.stop()
  }

  async #read(): Promise<void> {
    const { db, log, publicUrl } = this.#options
    this.#recordedUrl = await readRecorded(db)
    const { copyOf, isCopy } = this
    if (isCopy === this.#isCopyLogged) return
    this.#isCopyLogged = isCopy
    if (!isCopy) log.warn('world adopted: exchanges and webhooks continue')
    else {
      const details = { copyOf, url: publicUrl() }
      log.error(details, 'database is a copy: exchanges and webhooks wait until npm run adopt')
    }
  }
}

/**
 * Makes the address in the settings the one at which the world is at home. An address that only this machine can reach is
 * not recorded: the world then has none, and the next server with a public address records its own.
 * @returns what `npm run adopt` prints
 */
export async function adoptWorld(db: Kysely<Database>, config: Pick<Config, 'publicUrl' | 'demo'>): Promise<string> {
  const url = toRecord(config)
  return db.transaction().execute(async (trx) => {
    const before = await readRecorded(trx)
    if (before === url) return url === undefined ? 'The world has no recorded address.' : `The world is at ${url}.`
    await trx.deleteFrom('world_address').execute()
    await recordFirst(trx, url)
    const audit = { operator: OPERATOR, action: 'world.adopt', target: url ?? '', reason: '' } as const
    const change = { before: { url: before ?? null }, after: { url: url ?? null } }
    await writeAuditRow(trx, { ...audit, idempotencyKey: undefined }, { outcome: 'done', ...change })
    return url === undefined
      ? `Forgot the address ${before ?? ''}: the world acts wherever it is opened until a server with a PUBLIC_URL opens it.`
      : `The world is now at ${url}. It was at ${before ?? 'no recorded address'}.`
  })
}

/** Neither local addresses nor those of demo worlds are recorded: worlds for trying out may move freely. */
function toRecord({ publicUrl, demo }: Pick<Config, 'publicUrl' | 'demo'>): string | undefined {
  return !demo && publicUrl !== undefined && isReachable({ PUBLIC_URL: publicUrl }) ? publicUrl : undefined
}

async function recordFirst(db: Kysely<Database>, url: string | undefined): Promise<void> {
  if (url === undefined) return
  await db
    .insertInto('world_address')
    .values({ id: ONLY_ROW, url, recorded_at_ms: Date.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function readRecorded(db: Kysely<Database>): Promise<string | undefined> {
  return (await db.selectFrom('world_address').select('url').executeTakeFirst())?.url
}
