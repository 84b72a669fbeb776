import { asContentLoadId, WORLD } from '@clutch/economy'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { readPack } from '../../content/read-pack.ts'
import type { Database } from '../../store/database.ts'
import type { CommandPort } from '../../writer/submission.ts'
import { openContent, type OpenContent } from './open-content.ts'
import { beginContents, savePack, readLatestVersion, readStoredPack, type ReadPack } from './stored-contents.ts'
import type { ContentVersionTable } from './tables.ts'

export interface ContentsOptions {
  readonly db: Kysely<Database>
  /** The setting CONTENT_DIR. */
  readonly ownFolder: string
  readonly log: Logger
}

/**
 * The content that this server serves: the store's active version. It is replaced as a whole once the writer has
 * switched to another version.
 */
export class Contents {
  readonly #options: ContentsOptions
  readonly #own: ReadPack
  readonly #listeners = new Set<(content: OpenContent) => void | Promise<void>>()
  #current: OpenContent
  #following: Promise<void> = Promise.resolve()

  private constructor(options: ContentsOptions, own: ReadPack, current: OpenContent) {
    this.#options = options
    this.#own = own
    this.#current = current
  }

  /** @throws when the pack of CONTENT_DIR, or an active one loaded at the console, is not usable by this version */
  static async open(options: ContentsOptions): Promise<Contents> {
    const { db, ownFolder } = options
    const own = await readPack(ownFolder)
    const latest = (await readLatestVersion(db)) ?? (await beginContents(db, own, ownFolder))
    const stored = latest.digest === own.digest ? own.pack : await readStoredPack(db, latest.digest)
    if (stored === undefined && !isOwnPackNewer(latest, own, ownFolder)) {
      throw new Error('This version cannot use the content pack that was loaded at the console')
    }
    return new Contents(options, own, await openContent(db, stored ?? own.pack, headOf(latest)))
  }

  get current(): OpenContent {
    return this.#current
  }

  /** @param listener runs after each switch to another content, before calls of `follow` resolve */
  onChange(listener: (content: OpenContent) => void | Promise<void>): void {
    this.#listeners.add(listener)
  }

  /**
   * Loads the pack of CONTENT_DIR if it differs from the active one, unless an operator loaded the active one at the
   * console after the last change of CONTENT_DIR.
   */
  async switchToOwn(writer: CommandPort): Promise<void> {
    const { db, ownFolder, log } = this.#options
    const latest = await readLatestVersion(db)
    if (latest === undefined || latest.digest === this.#own.digest) return
    if (!isOwnPackNewer(latest, this.#own, ownFolder)) {
      log.info({ number: latest.version }, 'content pack loaded at the console kept')
      return
    }
    await savePack(db, this.#own)
    await openContent(db, this.#own.pack, headOf(latest))
    const outcome = await writer.submit<'load_content'>({
      command: {
        type: 'load_content',
        userId: WORLD,
        loadId: asContentLoadId(`${this.#own.digest}/start-${latest.version}`),
        digest: this.#own.digest,
        seenVersion: latest.version,
        isStart: true,
        ownFolder,
      },
      actorId: WORLD,
      idempotency: undefined,
    })
    if (!outcome.ok) log.error({ code: outcome.error.code }, 'loading the content pack of CONTENT_DIR failed')
    await this.follow()
  }

  /** Switches to the store's active content if it differs. Resolves once all listeners have it. */
  follow(): Promise<void> {
    const followed = this.#following.then(() => this.#follow())
    this.#following = followed.catch((error: unknown) => {
      this.#options.log.error({ err: error }, 'content pack switch failed')
    })
    return followed
  }

  async #follow(): Promise<void> {
    const { db } = this.#options
    const latest = await readLatestVersion(db)
    if (latest === undefined || latest.version === this.#current.version) return
    const pack = await readStoredPack(db, latest.digest)
    if (pack === undefined) throw new Error(`Cannot read content pack ${latest.digest}`)
    this.#current = await openContent(db, pack, headOf(latest))
    this.#options.log.info({ number: latest.version, version: pack.version }, 'content pack switched')
    for (const listen of this.#listeners) await listen(this.#current)
  }
}

/** Whether the pack of CONTENT_DIR replaces the active one at start. */
function isOwnPackNewer(latest: ContentVersionTable, own: ReadPack, ownFolder: string): boolean {
  if (latest.digest === own.digest) return false
  return latest.is_start || latest.own_folder !== ownFolder
}

function headOf({ version, digest, loaded_at_ms }: ContentVersionTable) {
  return { version, digest, loadedAtMs: loaded_at_ms }
}
