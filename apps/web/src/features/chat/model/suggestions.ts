import { foldText } from '@clutch/contract/formats'
import { endsInWord } from './message-parts.ts'

/** What is being typed before the caret that a choice could complete. */
export interface Completion {
  readonly kind: 'item' | 'name'
  readonly query: string
  /** Where it begins, its sign included. */
  readonly start: number
}

const QUERY_MAX = 30

/** An open `[` offers items, an `@` that is not inside of a word offers names; undefined for neither, and after a space. */
export function completionAt(text: string, caret: number): Completion | undefined {
  const before = text.slice(0, caret)
  const start = Math.max(before.lastIndexOf('['), before.lastIndexOf('@'))
  if (start < 0) return undefined
  const query = before.slice(start + 1)
  if (query.length > QUERY_MAX || /^\s|[\n[\]]/u.test(query)) return undefined
  if (before[start] === '[') return { kind: 'item', query, start }
  return endsInWord(before.slice(0, start)) ? undefined : { kind: 'name', query, start }
}

/** The text with the choice in its place, and where the caret stands after it. */
export function complete(
  text: string,
  caret: number,
  { start }: Completion,
  choice: string,
): { readonly text: string; readonly caret: number } {
  const head = `${text.slice(0, start)}${choice} `
  return { text: head + text.slice(caret).replace(/^\s/u, ''), caret: head.length }
}

/** Names that have what was typed; none once a whole one stands there with a space after it, as after a choice. */
export function namesFor(query: string, names: readonly string[]): readonly string[] {
  const wanted = foldText(query)
  if (names.some((name) => wanted === `${foldText(name)} `)) return []
  return names.filter((name) => foldText(name).includes(wanted.trim()))
}
