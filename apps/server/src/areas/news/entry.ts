import type { NewsContent, NewsEntry } from '@clutch/contract'
import { toSeconds } from '@clutch/contract/formats'
import type { Selectable } from 'kysely'
import type { Database } from '../../store/database.ts'

declare module '../../store/database.ts' {
  interface Database {
    news_entry: NewsEntryTable
  }
}

/** An announcement or a changelog entry of an operator. */
interface NewsEntryTable {
  entry_id: string
  /** Rises with every change. */
  version: number
  kind: string
  /** Where it stands: no two entries that are not withdrawn have the same kind and key. */
  key: string
  content: unknown
  visible_from_ms: number
  visible_until_ms: number | null
  is_withdrawn: boolean
  edited_by: string
  edited_at_ms: number
}

/** An entry as the store has it. */
export type StoredEntry = Omit<Selectable<Database['news_entry']>, 'content' | 'kind'> & { content: NewsContent }

/** @param row written by `saveNews`, so its content is what the contract allowed */
export function toEntry(row: Selectable<Database['news_entry']>): StoredEntry {
  const { kind: _kind, content, ...rest } = row
  const saved = content as Partial<NewsContent>
  // Announcements written by earlier versions have no list of changes.
  return { ...rest, content: { ...saved, changes: saved.changes ?? [] } as NewsContent }
}

/**
 * The place of an entry: that of the pack's entry which it stands for, the version of a changelog, or one of its own.
 * Players' browsers know entries by it.
 */
export function keyOf(entryId: string, content: NewsContent): string {
  return content.kind === 'changelog' ? content.version : (content.replaces ?? entryId)
}

/** Whether players see an entry at a moment. */
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
