import type { Statement } from '../../src/store/statement.ts'
import { rowsOf } from './array-literal.ts'

type Row = Record<string, unknown>

/** The table of outcomes by key as the writer's statements see it; recognises each statement by its name. */
export class SimulatedOutcomes {
  /** Keys that a writer would have stored again although it had been notified that they were stored. */
  readonly takenForNew: string[] = []
  readonly #rows = new Map<string, Row>()
  /** Sorted by key; undefined if keys were added since it was built. */
  #index: readonly (readonly [string, Row])[] | undefined
  /**
   * Keys of commits reported as failed: a writer may have read the table before they were stored, and not know them.
   */
  readonly #unconfirmed = new Set<string>()

  /** @returns undefined for a statement about another table. */
  select(name: string, [first, second, third]: Statement['values']): Row[] | undefined {
    switch (name) {
      case 'select-outcomes': {
        const [owners, names] = [first, second] as [readonly string[], readonly string[]]
        return owners.flatMap((owner, index) => {
          const outcome = this.#rows.get(`${owner}/${names[index]}`)
          return outcome === undefined ? [] : [outcome]
        })
      }
      case 'select-used-keys': {
        this.#index ??= [...this.#rows].toSorted(([one], [other]) => (one < other ? -1 : 1))
        const after = `${String(first)}/${String(second)}`
        const from = this.#index.findIndex(([key]) => key > after)
        return from < 0 ? [] : this.#index.slice(from, from + Number(third)).map(([, row]) => row)
      }
      default:
        return undefined
    }
  }

  /** @throws when a statement would store a key a second time. */
  refuseKnown({ name, values }: Statement): void {
    if (name !== 'insert-outcomes') return
    const known = keysOf(values).filter((key) => this.#rows.has(key))
    this.takenForNew.push(...known.filter((key) => !this.#unconfirmed.has(key)))
    if (known.length > 0) throw new Error('duplicate key value violates unique constraint')
  }

  /** Records that the writer of a statement is notified that it was not stored. */
  noteUnconfirmed({ name, values }: Statement): void {
    if (name === 'insert-outcomes') for (const key of keysOf(values)) this.#unconfirmed.add(key)
  }

  /** @returns false for a statement about another table. */
  writeRow(name: string, [owner_id, key, request_hash, outcome]: readonly (string | null)[]): boolean {
    if (name !== 'insert-outcomes') return false
    this.#index = undefined
    this.#rows.set(`${owner_id}/${key}`, { owner_id, key, request_hash, outcome: JSON.parse(String(outcome)) })
    return true
  }
}

function keysOf(values: Statement['values']): string[] {
  return rowsOf(values).map(([owner, key]) => `${owner}/${key}`)
}
