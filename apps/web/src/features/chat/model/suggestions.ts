/** What is being typed before the caret that a choice could complete. */
export interface Completion {
  readonly kind: 'item' | 'name'
  readonly query: string
  /** Where it begins, its sign included. */
  readonly start: number
}

const QUERY_MAX = 30

/** An open `[` offers items, an `@` after a space offers names; undefined for neither. */
export function completionAt(text: string, caret: number): Completion | undefined {
  const before = text.slice(0, caret)
  const start = Math.max(before.lastIndexOf('['), before.lastIndexOf('@'))
  if (start < 0) return undefined
  const query = before.slice(start + 1)
  if (query.length > QUERY_MAX || /[\n[\]]/u.test(query)) return undefined
  if (before[start] === '[') return { kind: 'item', query, start }
  return start === 0 || /\s/u.test(before[start - 1] ?? '') ? { kind: 'name', query, start } : undefined
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
