import type { PackNews } from '@clutch/contract'
import type { ContentPack } from '@clutch/content'
import type { Kysely } from 'kysely'
import type { Database } from '../../store/database.ts'
import { makeEdition, type Edition } from './edition.ts'
import { isShown, keyOf, toEntry, type StoredEntry } from './entry.ts'
import { newsOfPack, type ShownEntry } from './pack-news.ts'

const DATE_LENGTH = 10

export interface NewsBoardOptions {
  readonly db: Kysely<Database>
  /** The current content pack. */
  readonly pack: () => ContentPack
  readonly firstStartMs: number
  readonly nowMs: () => number
}

/** The announcements and changelog currently shown: operators' entries override the content pack's. */
export class NewsBoard {
  readonly #options: NewsBoardOptions
  #ofPack: readonly ShownEntry[] = []
  #pack: ContentPack | undefined
  #entries: readonly StoredEntry[] = []
  #readsBegun = 0
  #readShown = 0
  #signature: string | undefined
  #edition: Edition | undefined

  constructor(options: NewsBoardOptions) {
    this.#options = options
  }

  /** Reloads the operators' entries, except withdrawn ones. */
  async reload(): Promise<void> {
    this.#readsBegun += 1
    const read = this.#readsBegun
    const rows = await this.#options.db
      .selectFrom('news_entry')
      .selectAll()
      .where('is_withdrawn', '=', false)
      .orderBy('visible_from_ms', 'desc')
      .orderBy('entry_id', 'desc')
      .execute()
    // Discards the result of an earlier read that finishes later.
    if (read < this.#readShown) return
    this.#readShown = read
    this.#entries = rows.map(toEntry)
  }

  /** The edition visible at this time; recomputed only when it changes. */
  current(): Edition {
    this.#followPack()
    const nowMs = this.#options.nowMs()
    const shown = this.#entries.filter((entry) => isShown(entry, nowMs))
    const signature = shown.map(({ entry_id, version }) => `${entry_id} ${version}`).join()
    if (this.#edition === undefined || signature !== this.#signature) {
      this.#edition = makeEdition(this.#over(shown), this.#options.pack().reportIssueUrl)
      this.#signature = signature
    }
    return this.#edition
  }

  /** The content pack's entries, and which of them are replaced by an operator's. */
  packEntries(): PackNews[] {
    this.#followPack()
    const nowMs = this.#options.nowMs()
    const replaced = placesOf(this.#entries.filter((entry) => isShown(entry, nowMs)))
    return this.#ofPack.map((entry) => ({
      published_on: entry.publishedOn,
      is_replaced: replaced.has(placeOf(entry)),
      content: entry.content,
    }))
  }

  #followPack(): void {
    const pack = this.#options.pack()
    if (pack === this.#pack) return
    this.#pack = pack
    this.#ofPack = newsOfPack(pack, this.#options.firstStartMs)
    this.#edition = undefined
  }

  /** An entry that replaces one of the pack has the same day, so that a corrected text keeps its position. */
  #over(shown: readonly StoredEntry[]): ShownEntry[] {
    const packDays = new Map(this.#ofPack.map((entry) => [placeOf(entry), entry.publishedOn]))
    const replaced = placesOf(shown)
    const own = shown.map((entry): ShownEntry => {
      const place = { key: keyOf(entry.entry_id, entry.content), content: entry.content }
      return { ...place, publishedOn: packDays.get(placeOf(place)) ?? toIsoDay(entry.visible_from_ms) }
    })
    return [...own, ...this.#ofPack.filter((entry) => !replaced.has(placeOf(entry)))]
  }
}

function placeOf({ key, content }: Pick<ShownEntry, 'key' | 'content'>): string {
  return `${content.kind} ${key}`
}

function placesOf(entries: readonly StoredEntry[]): ReadonlySet<string> {
  return new Set(entries.map(({ entry_id, content }) => placeOf({ key: keyOf(entry_id, content), content })))
}

function toIsoDay(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, DATE_LENGTH)
}
