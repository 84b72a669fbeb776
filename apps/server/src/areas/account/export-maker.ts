import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { SECOND_MS } from '@clutch/contract/formats'
import { sql, type Kysely } from 'kysely'
import type { Logger } from 'pino'
import { readArchivedUntilMs } from '../../archive/archived-until.ts'
import type { Database } from '../../store/database.ts'
import { RepeatedWork } from '../../repeated-work.ts'
import type { ExportInput, ExportOutput } from './export-messages.ts'
import { deleteExpiredExports, expiryOf } from './export-requests.ts'
import { EXPORT_SECTIONS, readExportPage, type ExportSection } from './export-sections.ts'

const POLL_MS = SECOND_MS
/** A server that does not renew its claim for this long counts as dead. */
const CLAIM_MS = 60 * SECOND_MS
const RETRY_MS = 2 * SECOND_MS
/** After this many attempts an export is given up, and the player can request another one. */
const ATTEMPTS_MAX = 5
/** Compressed bytes per row of the database. */
const CHUNK_BYTES = 256 * 1_024
const PERCENT = 100
const FORMATS = ['json', 'csv'] as const

const README = `Everything that this server stores about you, once as JSON and once as CSV.

Times are in UTC. In balances and history, item 0 is the coin. Other players appear by their id only.
Files of yours that are empty are included, so that you can see that nothing is stored.
`

/** What the history of the export lacks. */
function noteOfArchive(untilMs: number): string {
  if (untilMs === 0) return ''
  return `\nThe history begins at ${new Date(untilMs).toISOString()}. Older operations are archived; the operator of this
server can send them to you.\n`
}

interface Claimed {
  readonly export_id: string
  readonly user_id: string
  readonly attempts: number
}

/**
 * Makes the requested exports (integration §6), one at a time per server. Rows are read in pages and compressed on a
 * thread, so that neither the whole history is in memory nor the writer's thread is busy. An export whose server died
 * is started over by another one.
 */
export class ExportMaker {
  readonly #db: Kysely<Database>
  readonly #stopping = new AbortController()
  readonly #making: RepeatedWork

  constructor(db: Kysely<Database>, log: Logger) {
    this.#db = db
    this.#making = new RepeatedWork({
      everyMs: POLL_MS,
      run: () => this.#makeNext(),
      onFailure: (error) => log.warn({ err: error }, 'data export failed, will be retried'),
    })
  }

  start(): void {
    this.#making.start()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#making.stop()
  }

  async #makeNext(): Promise<void> {
    const nowMs = Date.now()
    await deleteExpiredExports(this.#db, nowMs)
    await sql`update data_export set state = 'failed'
      where state = 'running' and claimed_until_ms < ${nowMs} and attempts >= ${ATTEMPTS_MAX}`.execute(this.#db)
    const { rows } = await sql<Claimed>`
      update data_export set state = 'running', attempts = attempts + 1, claimed_until_ms = ${nowMs + CLAIM_MS}::bigint
      where export_id = (
        select export_id from data_export where state in ('waiting', 'running') and claimed_until_ms < ${nowMs}
        order by requested_at_ms limit 1 for update skip locked
      ) returning export_id, user_id, attempts`.execute(this.#db)
    const [claimed] = rows
    if (claimed !== undefined) await this.#make(claimed)
  }

  async #make(claimed: Claimed): Promise<void> {
    await this.#db.deleteFrom('data_export_chunk').where('export_id', '=', claimed.export_id).execute()
    const file = new ExportFile(this.#db, claimed.export_id)
    try {
      const text = `${README}${noteOfArchive(await readArchivedUntilMs(this.#db, claimed.user_id))}`
      await file.send({ kind: 'file', name: 'README.txt', text })
      for (const [index, section] of EXPORT_SECTIONS.entries()) {
        for (const format of FORMATS) await this.#write(file, section, format, claimed.user_id)
        await this.#renew(claimed, Math.floor((PERCENT * (index + 1)) / EXPORT_SECTIONS.length))
      }
      await file.send({ kind: 'end' })
      const bytes = await file.end()
      await this.#db
        .updateTable('data_export')
        .set({ state: 'done', progress: PERCENT, bytes, expires_at_ms: expiryOf(Date.now()) })
        .where('export_id', '=', claimed.export_id)
        .where('attempts', '=', claimed.attempts)
        .execute()
    } catch (error) {
      await this.#retryLater(claimed)
      throw error
    } finally {
      await file.close()
    }
  }

  async #write(file: ExportFile, section: ExportSection, format: 'json' | 'csv', userId: string): Promise<void> {
    await file.send({ kind: 'file', name: `${section.name}.${format}` })
    let after: string | null = null
    for (;;) {
      this.#stopping.signal.throwIfAborted()
      const page = await readExportPage(this.#db, section, userId, after)
      const isLast = page.last === null
      await file.send({ kind: 'page', json: page.json, format, isLast })
      if (isLast) return
      after = page.last
      await this.#renew({ export_id: file.exportId }, undefined)
    }
  }

  async #retryLater({ export_id, attempts }: Claimed): Promise<void> {
    await this.#db
      .updateTable('data_export')
      .set({ claimed_until_ms: Date.now() + RETRY_MS })
      .where('export_id', '=', export_id)
      .where('attempts', '=', attempts)
      .execute()
  }

  /** @throws when the export was deleted */
  async #renew({ export_id }: Pick<Claimed, 'export_id'>, progress: number | undefined): Promise<void> {
    const { numUpdatedRows } = await this.#db
      .updateTable('data_export')
      .set({ claimed_until_ms: Date.now() + CLAIM_MS, ...(progress === undefined ? {} : { progress }) })
      .where('export_id', '=', export_id)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Error('The export was deleted')
  }
}

/** The file of an export: compressed on a thread and stored in chunks. */
class ExportFile {
  readonly exportId: string
  readonly #db: Kysely<Database>
  readonly #thread = new Worker(new URL('export-thread.ts', import.meta.url))
  #pending: Uint8Array[] = []
  #pendingBytes = 0
  #chunks = 0
  #bytes = 0

  constructor(db: Kysely<Database>, exportId: string) {
    this.#db = db
    this.exportId = exportId
    this.#thread.unref()
  }

  /** Sends a message and stores what the thread compressed. @throws when the thread fails */
  async send(input: ExportInput): Promise<void> {
    const answer = once(this.#thread, 'message')
    this.#thread.postMessage(input)
    const [output] = (await answer) as [ExportOutput]
    this.#pending.push(output.chunk)
    this.#pendingBytes += output.chunk.length
    if (this.#pendingBytes >= CHUNK_BYTES) await this.#flush()
  }

  /** Stores the rest. @returns the size of the file in bytes */
  async end(): Promise<number> {
    await this.#flush()
    return this.#bytes
  }

  async close(): Promise<void> {
    await this.#thread.terminate()
  }

  /** Stores a chunk, unless the export was deleted in the meantime. */
  async #flush(): Promise<void> {
    const chunk = Buffer.concat(this.#pending)
    this.#pending = []
    this.#pendingBytes = 0
    await sql`insert into data_export_chunk (export_id, number, bytes)
      select export_id, ${this.#chunks}::integer, ${chunk}::bytea from data_export where export_id = ${this.exportId}`.execute(
      this.#db,
    )
    this.#chunks += 1
    this.#bytes += chunk.length
  }
}
