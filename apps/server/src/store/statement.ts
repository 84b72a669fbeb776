/** A statement of the writer, prepared under its name: parsed once per connection, with a cached plan. */
export interface Statement {
  readonly name: string
  /** Not prepared but planned for each execution, when a cached plan could be wrong for the current table sizes. */
  readonly isReplanned?: true
  readonly text: string
  readonly values: readonly unknown[]
}

/** Undefined when there are no rows to write. */
export type MaybeStatement = Statement | undefined

type Cell = string | number

/** NULL inside an array literal. */
export const NULL_CELL = 'null'

/** A statement that writes any number of rows; its parameters are the columns as arrays. */
export function overRows<Row>(
  name: string,
  rows: readonly Row[],
  columns: readonly ((row: Row) => Cell)[],
  text: string,
): MaybeStatement {
  if (rows.length === 0) return undefined
  return { name, text, values: columns.map((column) => arrayLiteral(rows, column)) }
}

/**
 * A PostgreSQL array literal; several times faster than the driver, which escapes every cell. Numbers and UUIDs are
 * inserted as they are; text must be quoted by the caller.
 */
function arrayLiteral<Row>(rows: readonly Row[], column: (row: Row) => Cell): string {
  let literal = '{'
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index]
    if (row === undefined) continue
    literal += index === 0 ? column(row) : `,${column(row)}`
  }
  return `${literal}}`
}

/** Quotes text for an array literal. */
export function quote(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

/** A value as JSON for an array literal; NULL for undefined. */
export function jsonCell(value: unknown): string {
  return value === undefined ? NULL_CELL : quoteJson(JSON.stringify(value))
}

/** Quotes JSON for an array literal. The escaping rules for quotes and backslashes are the same as for any text. */
export function quoteJson(json: string): string {
  return JSON.stringify(json)
}
