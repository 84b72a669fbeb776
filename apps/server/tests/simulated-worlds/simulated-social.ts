import { stateCode } from '../../src/areas/social/codes.ts'

type Row = Record<string, unknown>

/** The tables of friends and trades as the writer's statements see them; recognises each statement by its name. */
export class SimulatedSocial {
  readonly friendships = new Map<string, Row & { readonly user_id: string }>()
  readonly inviteTimes = new Map<string, Row>()
  readonly trades = new Map<string, SimulatedTrade>()

  /** @returns undefined for a statement about another table. */
  select(name: string, first: unknown, second: unknown): Row[] | undefined {
    const [keys, others] = [first, second].map((values) => (Array.isArray(values) ? values.map(String) : []))
    switch (name) {
      case 'select-social-counts':
        return (keys ?? []).map((user_id) => this.#countsOf(user_id))
      case 'select-invite-times':
        return (keys ?? []).flatMap((id) => found(this.inviteTimes, id))
      case 'select-friendships':
        return (keys ?? []).flatMap((id, index) => found(this.friendships, `${id}/${others?.[index]}`))
      case 'select-open-trades':
        return [...this.trades.values()].filter(({ user_1, user_2, status }) =>
          (keys ?? []).some((low, index) => status === 0 && low === user_1 && others?.[index] === user_2),
        )
      case 'select-trades':
        return (keys ?? []).flatMap((id) => found(this.trades, id))
      default:
        return undefined
    }
  }

  /** @returns false for a statement about another table. */
  writeRow(name: string, row: readonly (string | null)[]): boolean {
    const text = (index: number): string => String(row[index])
    const number = (index: number): number => Number(row[index])
    const json = (index: number): unknown => JSON.parse(text(index))
    switch (name) {
      case 'upsert-friendships':
        this.friendships.set(`${text(0)}/${text(1)}`, {
          user_id: text(0),
          other_id: text(1),
          state: number(2),
          blocks: text(3) === 'true',
          since_ms: number(4),
          declined_at_ms: number(5),
        })
        return true
      case 'upsert-invite-times':
        this.inviteTimes.set(text(0), { user_id: text(0), times_ms: json(1) })
        return true
      case 'upsert-trades':
        this.trades.set(text(0), {
          trade_id: text(0),
          user_1: text(1),
          user_2: text(2),
          is_by_1: text(3) === 'true',
          status: number(4),
          revision: number(5),
          version: number(6),
          coins_1: number(7),
          coins_2: number(8),
          items_1: json(9),
          items_2: json(10),
          confirmation_1: number(11),
          confirmation_2: number(12),
          missing_1: json(13),
          missing_2: json(14),
          created_at_ms: number(15),
          expires_at_ms: number(16),
          ended_at_ms: number(17),
        })
        return true
      default:
        return false
    }
  }

  #countsOf(user_id: string): Row {
    const own = [...this.friendships.values()].filter((row) => row.user_id === user_id)
    const inState = (state: number): number => own.filter((row) => row['state'] === state).length
    const blocks = own.filter((row) => row['blocks'] === true).length
    return { user_id, friends: inState(stateCode('accepted')), sent: inState(stateCode('sent')), blocks }
  }
}

export interface SimulatedTrade extends Row {
  readonly trade_id: string
  readonly user_1: string
  readonly user_2: string
  readonly status: number
  readonly revision: number
}

function found(table: ReadonlyMap<string, Row>, key: string): Row[] {
  const row = table.get(key)
  return row === undefined ? [] : [row]
}
