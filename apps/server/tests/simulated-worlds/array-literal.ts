/** Cells of a PostgreSQL array literal as `overRows` writes it: numbers, ids, quoted text, null. */
export function parseArrayLiteral(literal: string): (string | null)[] {
  const cells: (string | null)[] = []
  let at = 1
  while (at < literal.length - 1) {
    if (literal[at] === '"') {
      let text = ''
      for (at += 1; literal[at] !== '"'; at += 1) {
        if (literal[at] === '\\') at += 1
        text += literal[at] ?? ''
      }
      cells.push(text)
      at += 1
    } else {
      let end = literal.indexOf(',', at)
      if (end === -1) end = literal.length - 1
      const cell = literal.slice(at, end)
      cells.push(cell === 'null' ? null : cell)
      at = end
    }
    at += 1
  }
  return cells
}

/** The rows of a statement whose parameters are columns. */
export function rowsOf(values: readonly unknown[]): (string | null)[][] {
  const columns = values.map((value) => parseArrayLiteral(String(value)))
  return (columns[0] ?? []).map((_, row) => columns.map((column) => column[row] ?? null))
}
