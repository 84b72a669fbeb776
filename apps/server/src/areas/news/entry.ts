import type { NewsContent, NewsEntry } from '@clutch/contract'
import { toSeconds } from '@clutch/contract/formats'
import type { Selectable } from 'kysely'
import type { Database } from '../../store/database.ts'

declare module '../../store/database.ts' {
  interface Database {
    news_entry: NewsEntryTable
  }
}

/** An operator's announcement or changelog entry. */
interface NewsEntryTable {
  entry_id: string
  /** Rises with each change. */
  version: number
  kind: string
  /** Unique among entries of the same kind that are not withdrawn. */
  key: string
  content: unknown
  visible_from_ms: number
  visible_until_ms: number | null
  is_withdrawn: boolean
  edited_by: string
  edited_at_ms: number
}

/** A stored entry. */
export type StoredEntry = Omit<Selectable<Database['news_entry']>, 'content' | 'kind'> & { content: NewsContent }

/** @param row written by `saveNews`, so its content matches the contract */
export function toEntry(row: Selectable<Database['news_entry']>): StoredEntry {
  const { kind: _kind, content, ...rest } = row
  const saved = content as Partial<NewsContent>
  // Announcements have no list of changes.
  return { ...rest, content: { ...saved, changes: saved.changes ?? [] } as NewsContent }
}

/**
 * The key of an entry: that of the pack's entry it replaces, the version of a changelog entry, or a new one. Browsers
 * identify entries by it.
 */
export function keyOf(entryId: string, content: NewsContent): string {
  return content.kind === 'changelog' ? content.version : (content.replaces ?? entryId)
}

/** Whether an entry is visible at a time. */
export function isShown(entry: StoredEntry, nowMs: number): boolean {
  return stateOf(entry, nowMs) === 'shown'
}

export function toAnswer(entry: StoredEntry, nowMs: number): NewsEntry {
  return {
    entry_id: entry.entry_id,
    version: entry.version,
    content: entry.content,
    visible_from: toSeconds(entry.visible_from_ms),
    visible_until: entry.visible_until_ms === null ? null : toSeconds(entry.visible_until_ms),
    state: stateOf(entry, nowMs),
    edited_by: entry.edited_by,
    edited_at: toSeconds(entry.edited_at_ms),
  }
}

function stateOf(entry: StoredEntry, nowMs: number): NewsEntry['state'] {
  if (entry.is_withdrawn) return 'withdrawn'
  if (nowMs < entry.visible_from_ms) return 'scheduled'
  return entry.visible_until_ms !== null && nowMs >= entry.visible_until_ms ? 'ended' : 'shown'
}
