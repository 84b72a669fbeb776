import type { Call } from './call.ts'

/** An error's HTTP status and English message; `{name}` is replaced by a param. */
export interface ErrorRow {
  readonly status: number
  readonly message: string
}

export type ErrorTable = Readonly<Record<string, ErrorRow>>

/** An area's description of itself: its calls and its own errors. */
export interface ContractArea {
  /** Keyed by `METHOD /path`. */
  readonly calls: Readonly<Record<string, Call>>
  /** Keyed by their code. */
  readonly errors?: ErrorTable
}

/** The rows of all tables of a union. */
export type Merged<Table> = { readonly [Name in keyof AllOf<Table>]: AllOf<Table>[Name] }

type AllOf<Table> = (Table extends unknown ? (table: Table) => void : never) extends (table: infer All) => void
  ? All
  : never

/**
 * The tables of all areas as one.
 * @throws when two tables have a row of the same name
 */
export function mergeTables<Table extends object>(tables: readonly Table[]): Merged<Table> {
  const names = tables.flatMap((table) => Object.keys(table))
  const again = names.find((name, index) => names.indexOf(name) < index)
  if (again !== undefined) throw new Error(`Two areas declare ${again}`)
  return Object.assign({}, ...tables)
}
