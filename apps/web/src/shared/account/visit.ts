import { create } from 'zustand'
import { localStore } from '../storage/browser-storage.ts'
import { serverNowSec } from '../timing/server-clock.ts'

const KEY = 'last-visit'
/** A visit ends after this long without a page in sight. */
const GAP_SEC = 30 * 60

/** A player's visit to any page of the app in this browser. Times are Unix seconds. */
export interface Visit {
  readonly userId: string
  readonly startedAt: number
  readonly seenAt: number
  /** The end of the visit before it; null for the first visit. */
  readonly awaySince: number | null
}

/** The visit of a moment: it continues the known one, or begins after a gap. */
export function visitAt(known: Visit | undefined, userId: string, nowSec: number): Visit {
  if (known?.userId !== userId) return { userId, startedAt: nowSec, seenAt: nowSec, awaySince: null }
  if (nowSec - known.seenAt <= GAP_SEC) return { ...known, seenAt: nowSec }
  return { userId, startedAt: nowSec, seenAt: nowSec, awaySince: known.seenAt }
}

/** The current visit; undefined until it is recorded. */
export const useVisit = create<{ readonly visit: Visit | undefined }>()(() => ({ visit: undefined }))

/** Records that the player sees a page now. */
export function recordVisit(userId: string): void {
  const visit = visitAt(readVisit(localStore.getItem(KEY)), userId, serverNowSec())
  localStore.setItem(KEY, JSON.stringify(visit))
  useVisit.setState({ visit })
}

/** Undefined for nothing and for anything else: users can write to their own storage. */
export function readVisit(text: string | null): Visit | undefined {
  if (text === null) return undefined
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return undefined
    const { userId, startedAt, seenAt, awaySince } = value as Partial<Record<keyof Visit, unknown>>
    if (typeof userId !== 'string' || typeof startedAt !== 'number' || typeof seenAt !== 'number') return undefined
    return { userId, startedAt, seenAt, awaySince: typeof awaySince === 'number' ? awaySince : null }
  } catch {
    return undefined
  }
}
