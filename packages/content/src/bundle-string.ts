import { MAX_AMOUNT, MAX_BUNDLE_ENTRIES, MAX_BUNDLE_STRING_LENGTH, MAX_ITEM_ID } from './limits.ts'
import type { ItemCount } from './pack.ts'

export type BundleParseResult =
  | { readonly ok: true; readonly entries: readonly ItemCount[] }
  | { readonly ok: false; readonly message: string }

const ENTRY = /^(\d{1,16})(?:\s*x\s*(\d{1,16}))?$/i

/**
 * Reads `136x4;73x4;40` or `136 x 4; 73 x 4`. A missing count is 1, empty parts (a trailing semicolon) are skipped,
 * order and repeated ids are kept. An empty string has no entries.
 */
export function parseBundle(text: string): BundleParseResult {
  if (text.length > MAX_BUNDLE_STRING_LENGTH) {
    return { ok: false, message: `The bundle string is longer than ${MAX_BUNDLE_STRING_LENGTH} characters.` }
  }
  const entries: ItemCount[] = []
  for (const part of text.split(';')) {
    const trimmed = part.trim()
    if (trimmed === '') continue
    const match = ENTRY.exec(trimmed)
    if (match === null) return { ok: false, message: `"${trimmed}" is not of the form "id x count".` }
    const itemId = Number(match[1])
    const count = match[2] === undefined ? 1 : Number(match[2])
    if (itemId < 1 || itemId > MAX_ITEM_ID) {
      return { ok: false, message: `"${trimmed}" names an item id outside 1 … ${MAX_ITEM_ID}.` }
    }
    if (count < 1 || count > MAX_AMOUNT) {
      return { ok: false, message: `"${trimmed}" has a count outside 1 … ${MAX_AMOUNT}.` }
    }
    entries.push({ itemId, count })
  }
  if (entries.length > MAX_BUNDLE_ENTRIES) {
    return { ok: false, message: `The bundle has more than ${MAX_BUNDLE_ENTRIES} entries.` }
  }
  return { ok: true, entries }
}

/** Writes entries as `136x4;73x4`, the form the store platform uses. */
export function formatBundle(entries: readonly ItemCount[]): string {
  return entries.map((entry) => `${entry.itemId}x${entry.count}`).join(';')
}
