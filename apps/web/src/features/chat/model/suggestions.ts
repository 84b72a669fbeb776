import { foldText } from '@clutch/contract/formats'
import { endsInWord } from './message-parts.ts'

/** The text before the caret that can be completed. */
export interface Completion {
  readonly kind: 'item' | 'name'
  readonly query: string
  /** Its start, including the sign. */
  readonly start: number
}

const QUERY_MAX = 30

/** An open `[` suggests items, an `@` outside a word names; undefined for neither, and after a space. */
export function completionAt(text: string, caret: number): Completion | undefined {
  const before = text.slice(0, caret)
  const start = Math.max(before.lastIndexOf('['), before.lastIndexOf('@'))
  if (start < 0) return undefined
  const query = before.slice(start + 1)
  if (query.length > QUERY_MAX || /^\s|[\n[\]]/u.test(query)) return undefined
  if (before[start] === '[') return { kind: 'item', query, start }
  return endsInWord(before.slice(0, start)) ? undefined : { kind: 'name', query, start }
}

/** The text with the selection inserted, and the new caret position. */
export function complete(
  text: string,
  caret: number,
  { start }: Completion,
  choice: string,
): { readonly text: string; readonly caret: number } {
  const head = `${text.slice(0, start)}${choice} `
  return { text: head + text.slice(caret).replace(/^\s/u, ''), caret: head.length }
}

/** Names that match; none after a complete name with a space, as after a selection. */
export function namesFor(query: string, names: readonly string[]): readonly string[] {
  const wanted = foldText(query)
  if (names.some((name) => wanted === `${foldText(name)} `)) return []
  return names.filter((name) => foldText(name).includes(wanted.trim()))
}
