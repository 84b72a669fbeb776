import type { EconomyMessage } from '../../src/bus/message.ts'
import type { Statement } from '../../src/store/statement.ts'
import { rowsOf } from './array-literal.ts'
import { SimulatedOutcomes } from './simulated-outcomes.ts'
import { SimulatedSocial } from './simulated-social.ts'

type Row = Record<string, unknown>

export interface SimulatedLot {
  readonly lot_id: string
  readonly owner_id: string
  readonly item_id: number
  readonly side: number
  readonly price: number
  readonly count: number
  open_count: number
  readonly preferred_currency: string
  readonly preferred_price: number
  readonly created_at_ms: number
}

export interface SimulatedJob {
  readonly job_id: string
  readonly user_id: string
  readonly queue: number
  readonly recipe_id: number
  readonly count: number
  readonly input_ids: unknown
  readonly held: readonly (readonly [number, number])[]
  readonly consumed: unknown
  readonly created_at_ms: number
  start_at_ms: number
  end_at_ms: number
  readonly content_version: number
}

export interface SimulatedBalance {
  readonly user_id: string
  readonly asset: number
  readonly free: number
  readonly held: number
  readonly version: number
}

/** Tables that the writer only writes, or deletes from by age. */
const WRITE_ONLY = new Set([
  'add-to-economy-flows',
  'add-to-pair-hours',
  'ask-for-economy-report',
  'ask-for-portfolios',
  'forget-notifications',
  'forget-command_outcome',
  'forget-call_outcome',
  'forget-sessions',
  'insert-audit-rows',
  'insert-logged-events',
  'insert-operation-items',
  'insert-harvest-history',
  'insert-notifications',
  'make-partitions',
  'add-to-price-buckets',
  'note-player-activity',
  'upsert-economy-supplies',
  'upsert-last-trades',
])

/** Tables that are empty in a simulated world: reads find nothing, and writes are rejected. */
const ALWAYS_EMPTY = new Set([
  'select-trading-freezes',
  'select-item-freezes',
  'select-alerts-of-items',
  'select-alerts-of-users',
  'select-watched-items',
  'select-rentals',
  'select-roulette-seats',
  'select-content-versions',
  'select-referrals-of-newcomers',
  'select-referrals-owed',
  'select-open-exchanges',
  'select-open-exchange-legs',
])

/**
 * The tables behind the writer's statements, in memory; recognises each statement by its name. It is no database: it
 * handles exactly the statements that a simulated world sends, and rejects all others.
 */
export class SimulatedTables {
  readonly balances = new Map<string, SimulatedBalance>()
  readonly operationIds = new Set<string>()
  readonly lots = new Map<string, SimulatedLot>()
  readonly jobs = new Map<string, SimulatedJob>()
  readonly endedJobIds = new Set<string>()
  readonly costBases = new Map<string, Row>()
  readonly social = new SimulatedSocial()
  readonly due = new Map<string, { readonly kind: string; readonly subject_id: string; readonly due_at_ms: number }>()
  readonly outcomes = new SimulatedOutcomes()
  outbox: { readonly id: number; readonly message: EconomyMessage }[] = []
  epoch = 0
  lastIdMs = 0
  /** Statements that the simulation does not implement: a world that sends one proves nothing. */
  readonly unknown = new Set<string>()

  select({ name, values }: Statement): Row[] {
    const [first, second] = values
    const elsewhere = this.social.select(name, first, second) ?? this.outcomes.select(name, values)
    if (elsewhere !== undefined) return elsewhere
    const keys = new Set((Array.isArray(first) ? first : []).map(String))
    switch (name) {
      case 'select-balances':
        return [...this.balances.values()].filter(({ user_id }) => keys.has(user_id)).map((row) => ({ ...row }))
      case 'select-lot-counts':
        return [...Map.groupBy(this.lots.values(), ({ owner_id }) => owner_id)].flatMap(([owner_id, lots]) =>
          keys.has(owner_id) ? [{ owner_id, lots: lots.length }] : [],
        )
      case 'select-lots':
        return [...this.lots.values()]
          .filter(({ item_id }) => keys.has(String(item_id)))
          .toSorted((a, b) => (a.lot_id < b.lot_id ? -1 : 1))
          .map((row) => ({ ...row }))
      case 'select-cost-bases':
        return [...this.costBases.values()].filter(({ user_id }) => keys.has(String(user_id)))
      case 'select-items-of-lots':
        return [...new Set([...keys].flatMap((id) => this.lots.get(id)?.item_id ?? []))].map((item_id) => ({ item_id }))
      case 'select-jobs':
        return [...this.jobs.values()]
          .filter(({ user_id }) => keys.has(user_id))
          .toSorted((a, b) => a.start_at_ms - b.start_at_ms)
          .map((row) => ({ ...row }))
      case 'select-due-subjects':
        return [...this.due.values()]
          .filter(({ kind }) => keys.has(kind))
          .toSorted((a, b) => a.due_at_ms - b.due_at_ms || (a.subject_id < b.subject_id ? -1 : 1))
          .slice(0, Number(second))
      case 'select-scheduled-tasks':
        return [...this.due.values()].filter(({ kind, subject_id }) => keys.has(kind) && subject_id === second)
      case 'select-outbox':
        return this.outbox.flatMap(({ id, message }) => (id > Number(first) ? [{ message }] : []))
      case 'select-writer-state':
        return [{ epoch: this.epoch, last_at_ms: this.lastIdMs }]
      case 'select-energised':
        return []
      default:
        if (ALWAYS_EMPTY.has(name) || name.startsWith('select-harvest')) return []
        return this.#refuse(name)
    }
  }

  /**
   * Applies all or nothing: everything that may be rejected is checked before the first row changes.
   * @throws on rejection
   */
  commit(statements: readonly Statement[]): void {
    const isDeposed = statements.some(({ name, values }) => name === 'renew-lease' && values[0] !== this.epoch)
    if (isDeposed) throw new Error('The writer was deposed')
    for (const statement of statements) {
      const { name, values } = statement
      this.outcomes.refuseKnown(statement)
      if (name === 'insert-operations') refuseKnown(rowsOf(values), ([, id]) => this.operationIds.has(String(id)))
      if (name === 'insert-job-history') refuseKnown(rowsOf(values), (row) => this.endedJobIds.has(String(row[3])))
      if (name === 'insert-outbox' && this.outbox.some(({ id }) => id === values[0])) throw new Error('Known message')
    }
    for (const statement of statements) this.#write(statement)
  }

  /** Applies statements although their writer is notified that they failed. */
  commitUnconfirmed(statements: readonly Statement[]): void {
    this.commit(statements)
    for (const statement of statements) this.outcomes.noteUnconfirmed(statement)
  }

  #write({ name, values }: Statement): void {
    switch (name) {
      case 'raise-epoch':
        this.epoch += 1
        return
      case 'renew-lease':
        this.lastIdMs = Math.max(this.lastIdMs, Number(values[1]))
        return
      case 'insert-outbox':
        this.outbox.push({ id: Number(values[0]), message: JSON.parse(String(values[1])) as EconomyMessage })
        return
      case 'delete-outbox':
        this.outbox = this.outbox.filter(({ id }) => id > Number(values[0]))
        return
      case 'schedule-task': {
        const [kind, subject_id, due_at_ms] = [String(values[0]), String(values[1]), Number(values[2])]
        this.due.set(`${kind}/${subject_id}`, { kind, subject_id, due_at_ms })
        return
      }
      default:
        if (!WRITE_ONLY.has(name)) for (const row of rowsOf(values)) this.#writeRow(name, row)
    }
  }

  #writeRow(name: string, row: readonly (string | null)[]): void {
    if (this.social.writeRow(name, row) || this.outcomes.writeRow(name, row)) return
    const text = (index: number): string => String(row[index])
    const number = (index: number): number => Number(row[index])
    const json = (index: number): unknown => JSON.parse(text(index))
    switch (name) {
      case 'upsert-balances':
        this.balances.set(`${text(0)}/${text(1)}`, {
          user_id: text(0),
          asset: number(1),
          free: number(2),
          held: number(3),
          version: number(4),
        })
        return
      case 'insert-operations':
        this.operationIds.add(text(1))
        return
      case 'insert-lots':
        this.lots.set(text(0), {
          lot_id: text(0),
          owner_id: text(1),
          item_id: number(2),
          side: number(3),
          price: number(4),
          count: number(5),
          open_count: number(6),
          preferred_currency: text(7),
          preferred_price: number(8),
          created_at_ms: number(9),
        })
        return
      case 'update-lots':
        this.#known(this.lots, text(0)).open_count = number(1)
        return
      case 'delete-lots':
        this.#known(this.lots, text(0))
        this.lots.delete(text(0))
        return
      case 'insert-jobs':
        this.jobs.set(text(0), {
          job_id: text(0),
          user_id: text(1),
          queue: number(2),
          recipe_id: number(3),
          count: number(4),
          input_ids: json(5),
          held: json(6) as SimulatedJob['held'],
          consumed: json(7),
          created_at_ms: number(8),
          start_at_ms: number(9),
          end_at_ms: number(10),
          content_version: number(11),
        })
        return
      case 'move-jobs': {
        const job = this.#known(this.jobs, text(0))
        ;[job.start_at_ms, job.end_at_ms] = [number(1), number(2)]
        return
      }
      case 'delete-jobs':
        this.#known(this.jobs, text(0))
        this.jobs.delete(text(0))
        return
      case 'insert-job-history':
        this.endedJobIds.add(text(3))
        return
      case 'upsert-due-subjects':
        this.due.set(`${text(0)}/${text(1)}`, { kind: text(0), subject_id: text(1), due_at_ms: number(2) })
        return
      case 'delete-due-subjects':
        this.due.delete(`${text(0)}/${text(1)}`)
        return
      case 'add-to-item-totals':
        this.costBases.set(`${text(0)}/${text(1)}`, {
          user_id: text(0),
          item_id: number(1),
          held_count: number(6),
          held_cost: number(7),
          realised_profit: number(8),
          other_proceeds: number(9),
        })
        return
      default:
        this.#refuse(name)
    }
  }

  #refuse(name: string): never {
    this.unknown.add(name)
    throw new Error(`The simulation does not know ${name}`)
  }

  #known<Value>(table: ReadonlyMap<string, Value>, id: string): Value {
    const row = table.get(id)
    if (row === undefined) throw new Error(`No row ${id}`)
    return row
  }
}

function refuseKnown(rows: readonly (string | null)[][], isKnown: (row: readonly (string | null)[]) => boolean): void {
  if (rows.some(isKnown)) throw new Error('duplicate key value violates unique constraint')
}
