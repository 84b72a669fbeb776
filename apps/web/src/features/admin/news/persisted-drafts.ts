import type { Draft } from './draft.ts'

/** Storage keys of unsaved drafts, which survive anything that happens to the page or the session. */
const PREFIX = 'news-draft:'

/** A draft, and the entry before any edits. */
export interface PersistedDraft {
  readonly draft: Draft
  readonly base: Draft
}

export function persistDraft(storage: Pick<Storage, 'setItem'>, kept: PersistedDraft): void {
  try {
    storage.setItem(PREFIX + kept.draft.entryId, JSON.stringify(kept))
  } catch {
    // The storage is full; the form itself still has the text.
  }
}

export function forgetDraft(storage: Pick<Storage, 'removeItem'>, entryId: string): void {
  storage.removeItem(PREFIX + entryId)
}

export function findDraft(storage: Pick<Storage, 'getItem'>, entryId: string): PersistedDraft | undefined {
  return parse(storage.getItem(PREFIX + entryId))
}

/** All persisted drafts, in no particular order. */
export function listDrafts(storage: Storage): PersistedDraft[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  return keys.flatMap((key) => {
    const kept = key.startsWith(PREFIX) ? parse(storage.getItem(key)) : undefined
    return kept === undefined ? [] : [kept]
  })
}

/** Undefined for nothing or garbage: users can write to their own storage. */
function parse(text: string | null): PersistedDraft | undefined {
  if (text === null) return undefined
  try {
    const value = JSON.parse(text) as Partial<PersistedDraft> | null
    return isWhole(value?.draft) && isWhole(value?.base) ? (value as PersistedDraft) : undefined
  } catch {
    return undefined
  }
}

function isWhole(draft: Partial<Draft> | undefined): boolean {
  return Array.isArray(draft?.lines) && Array.isArray(draft.eventChanges) && draft.title !== undefined
}
