/** A statement of the writer, prepared under its name: parsed once per connection, and soon planned for good. */
export interface Statement {
  readonly name: string
  /** It is not prepared, but planned at each use, for tables as large as they are then. */
  readonly isReplanned?: true
  readonly text: string
  readonly values: readonly unknown[]
}

/** One statement writes any number of rows; none is needed for no rows. */
export type MaybeStatement = Statement | undefined

type Cell = string | number

/** No value, inside an array literal. */
export const NULL_CELL = 'null'

/** A statement whose parameters are the columns of rows. */
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
 * A PostgreSQL array literal: several times faster to make than through the driver's own escaping of every cell.
 * Numbers and our own ids stand as they are; text has to come quoted.
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

/** Text as a cell of an array literal. */
export function quote(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

/** A value as a cell of JSON; none where there is none. */
export function jsonCell(value: unknown): string {
  return value === undefined ? NULL_CELL : quoteJson(JSON.stringify(value))
}

/** JSON as a cell of an array literal: what stands in quotes there is escaped as in JSON, where nothing else has to be. */
export function quoteJson(json: string): string {
  return JSON.stringify(json)
}
