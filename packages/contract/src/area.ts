import type { Call } from './call.ts'

/** An error's HTTP status and its English message, whose `{name}` is filled from its params. */
export interface ErrorRow {
  readonly status: number
  readonly message: string
}

export type ErrorTable = Readonly<Record<string, ErrorRow>>

/** One area's description of itself: its calls, and the errors that are its own. */
export interface ContractArea {
  /** Keyed by `METHOD /path`. */
  readonly calls: Readonly<Record<string, Call>>
  /** Keyed by their code. */
  readonly errors?: ErrorTable
}

/** All rows that some table of a union has. */
export type Merged<Table> = { readonly [Name in keyof AllOf<Table>]: AllOf<Table>[Name] }

type AllOf<Table> = (Table extends unknown ? (table: Table) => void : never) extends (table: infer All) => void
  ? All
  : never

/**
 * The tables of all areas as one.
 * @throws when two of them have a row of one name
 */
export function mergeTables<Table extends object>(tables: readonly Table[]): Merged<Table> {
  const names = tables.flatMap((table) => Object.keys(table))
  const again = names.find((name, index) => names.indexOf(name) < index)
  if (again !== undefined) throw new Error(`Two areas declare ${again}`)
  return Object.assign({}, ...tables)
}
