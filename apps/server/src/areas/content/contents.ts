import { asContentLoadId, WORLD } from '@clutch/economy'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { readPack } from '../../content/read-pack.ts'
import type { Database } from '../../store/database.ts'
import type { CommandPort } from '../../writer/submission.ts'
import { openContent, type OpenContent } from './open-content.ts'
import { beginContents, keepPack, readLatestVersion, readStoredPack, type ReadPack } from './stored-contents.ts'
import type { ContentVersionTable } from './tables.ts'

export interface ContentsOptions {
  readonly db: Kysely<Database>
  /** The setting CONTENT_DIR. */
  readonly ownFolder: string
  readonly log: Logger
}

/**
 * The content that this server answers from: the one that the store says is played. Another replaces it whole, once the
 * writer has exchanged it.
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

  /** @throws when the server's own pack cannot be used, or the one that was loaded at the console can no more. */
  static async open(options: ContentsOptions): Promise<Contents> {
    const { db, ownFolder } = options
    const own = await readPack(ownFolder)
    const latest = (await readLatestVersion(db)) ?? (await beginContents(db, own, ownFolder))
    const stored = latest.digest === own.digest ? own.pack : await readStoredPack(db, latest.digest)
    if (stored === undefined && !isBrought(latest, own, ownFolder)) {
      throw new Error('The content pack that was loaded at the console cannot be used by this version')
    }
    return new Contents(options, own, await openContent(db, stored ?? own.pack, headOf(latest)))
  }

  get current(): OpenContent {
    return this.#current
  }

  /** @param listener runs whenever another content is played, before callers of `follow` go on */
  onChange(listener: (content: OpenContent) => void | Promise<void>): void {
    this.#listeners.add(listener)
  }

  /**
   * Loads the server's own pack when it is another than the one played, unless an operator has loaded that one at the
   * console and CONTENT_DIR has not been changed since.
   */
  async bringOwn(writer: CommandPort): Promise<void> {
    const { db, ownFolder, log } = this.#options
    const latest = await readLatestVersion(db)
    if (latest === undefined || latest.digest === this.#own.digest) return
    if (!isBrought(latest, this.#own, ownFolder)) {
      log.info({ number: latest.version }, 'the content pack that was loaded at the console is played')
      return
    }
    await keepPack(db, this.#own)
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
    if (!outcome.ok) log.error({ code: outcome.error.code }, 'the content pack of CONTENT_DIR could not be loaded')
    await this.follow()
  }

  /** Goes on with the content that the store says, if that is another. Resolves once everybody here has it. */
  follow(): Promise<void> {
    const followed = this.#following.then(() => this.#follow())
    this.#following = followed.catch((error: unknown) => {
      this.#options.log.error({ err: error }, 'another content pack could not be followed')
    })
    return followed
  }

  async #follow(): Promise<void> {
    const { db } = this.#options
    const latest = await readLatestVersion(db)
    if (latest === undefined || latest.version === this.#current.version) return
    const pack = await readStoredPack(db, latest.digest)
    if (pack === undefined) throw new Error(`The content pack ${latest.digest} cannot be read`)
    this.#current = await openContent(db, pack, headOf(latest))
    this.#options.log.info({ number: latest.version, version: pack.version }, 'another content pack is played')
    for (const listen of this.#listeners) await listen(this.#current)
  }
}

/** Whether a start brings the server's own pack over the one that is played. */
function isBrought(latest: ContentVersionTable, own: ReadPack, ownFolder: string): boolean {
  if (latest.digest === own.digest) return false
  return latest.is_start || latest.own_folder !== ownFolder
}

function headOf({ version, digest, loaded_at_ms }: ContentVersionTable) {
  return { version, digest, loadedAtMs: loaded_at_ms }
}
