import { EXCHANGE_PAGE_SIZE, EXCHANGE_STEPS_SHOWN, type ExchangeWithSteps } from '@clutch/contract'
import { toSeconds } from '@clutch/contract/formats'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { toRecord } from './responses.ts'
import { stepKindOf } from './codes.ts'
import { toExchange } from './load.ts'

interface StepRow {
  readonly exchange_id: string
  readonly at_ms: number
  readonly kind: number
  readonly leg: number | null
  readonly detail: string
  readonly total: number
}

/** A page of a player's exchanges, newest first, each with its newest steps. */
export async function readExchanges(
  { store }: Pick<Context, 'store'>,
  userId: string,
  beforeId: string | undefined,
): Promise<ExchangeWithSteps[]> {
  const ofUser = store.db
    .selectFrom('exchange')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('exchange_id', 'desc')
    .limit(EXCHANGE_PAGE_SIZE)
  const rows = await (beforeId === undefined ? ofUser : ofUser.where('exchange_id', '<', beforeId)).execute()
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.exchange_id)
  const [legs, steps] = await Promise.all([
    store.db
      .selectFrom('exchange_leg')
      .select(['exchange_id', ({ fn }) => fn.countAll<number>().as('count')])
      .where('exchange_id', 'in', ids)
      .groupBy('exchange_id')
      .execute(),
    sql<StepRow>`
      select exchange_id, at_ms, kind, leg, detail, total from (
        select *, row_number() over (partition by exchange_id order by step_id desc) as place,
          count(*) over (partition by exchange_id) as total
        from exchange_step where exchange_id = any(${ids}::uuid[])
      ) as step where place <= ${EXCHANGE_STEPS_SHOWN} order by step_id`.execute(store.db),
  ])
  const legsOf = new Map(legs.map((row) => [row.exchange_id, row.count]))
  const stepsOf = Map.groupBy(steps.rows, (step) => step.exchange_id)
  return rows.map((row) => {
    const own = stepsOf.get(row.exchange_id) ?? []
    return {
      ...toRecord(toExchange(row, [])),
      legs: legsOf.get(row.exchange_id) ?? 0,
      steps: own.map(({ at_ms, kind, leg, detail }) => ({ at: toSeconds(at_ms), kind: stepKindOf(kind), leg, detail })),
      steps_left_out: Math.max(0, (own[0]?.total ?? 0) - own.length),
    }
  })
}

/** @throws for an unknown player */
export async function readSteamId({ store }: Pick<Context, 'store'>, userId: string): Promise<string> {
  const { steam_id } = await store.db
    .selectFrom('player')
    .select('steam_id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return steam_id
}
