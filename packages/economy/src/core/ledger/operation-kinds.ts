/** The accounts of an operation, seen from its user: `other` is another user's, `world` mints and burns. */
export type AccountRole = 'free' | 'held' | 'other' | 'world'

/** Between which accounts operations of one kind may move assets (rules §1). */
export interface OperationKindRow {
  /** Stored instead of the name. Never change it or reuse another kind's. */
  readonly code: number
  readonly from: readonly AccountRole[]
  readonly to: readonly AccountRole[]
}

/** Every kind of operation by its name; areas add theirs. */
export interface OperationKinds {
  /** What codes of a newer version read as, and transactions of the game's server of no other kind. */
  readonly unknown: OperationKindRow
}

export type OperationKind = keyof OperationKinds

export type OperationKindTable = Partial<OperationKinds>

/**
 * The kinds of all areas in one table, in the order of their codes.
 * @throws when two rows share a name or a code, since stored rows would be ambiguous
 */
export function mergeOperationKinds(tables: readonly OperationKindTable[]): OperationKindTable {
  const merged: Record<string, OperationKindRow> = {}
  const rows = tables.flatMap((table) => Object.entries(table)).toSorted(([, a], [, b]) => a.code - b.code)
  let lastCode = -1
  for (const [kind, row] of rows) {
    if (Object.hasOwn(merged, kind)) throw new Error(`Operation kind ${kind} is described by two areas`)
    if (row.code === lastCode) throw new Error(`Operation kind ${kind} reuses code ${row.code}`)
    merged[kind] = row
    lastCode = row.code
  }
  return merged
}
