import {
  EVIDENCE_PAGE_SIZE,
  PARKED_PAGE_SIZE,
  type EvidenceStep,
  type ExchangeRequest,
  type ParkedExchange,
} from '@clutch/contract'
import { toSeconds } from '@clutch/contract/formats'
import type { Exchange } from '@clutch/economy'
import { sql, type Kysely } from 'kysely'
import { NIL as NIL_UUID } from 'uuid'
import type { Database } from '../../store/database.ts'
import { toRecord } from './responses.ts'
import { codeOfState, codeOfStep, stepKindOf } from './codes.ts'
import { toExchange } from './load.ts'
import type { ExchangeTable } from './tables.ts'

/** Uses the small index of open exchanges, which includes parked ones. */
const IS_PARKED = sql<boolean>`exchange.settled_at_ms is null and exchange.state = ${codeOfState('parked')}`

type ParkedRow = ExchangeTable & {
  readonly steam_id: string
  readonly name: string
  readonly parked_at_ms: number | null
  readonly detail: string | null
}

/** A page of the exchanges that require an operator's decision, oldest first. */
export async function readParked(db: Kysely<Database>, afterId: string | undefined): Promise<ParkedExchange[]> {
  const { rows } = await sql<ParkedRow>`
    select exchange.*, player.steam_id, player.name, parked.at_ms as parked_at_ms, parked.detail
    from exchange join player on player.user_id = exchange.user_id
    left join lateral (
      select at_ms, detail from exchange_step as step
      where step.exchange_id = exchange.exchange_id and step.kind = ${codeOfStep('parked')}
      order by step_id desc limit 1
    ) as parked on true
    where ${IS_PARKED} and exchange.exchange_id > ${afterId ?? NIL_UUID}
    order by exchange.exchange_id limit ${PARKED_PAGE_SIZE}`.execute(db)
  if (rows.length === 0) return []
  const legs = await db
    .selectFrom('exchange_leg')
    .selectAll()
    .where(
      'exchange_id',
      'in',
      rows.map((row) => row.exchange_id),
    )
    .orderBy('leg')
    .execute()
  const legsOf = Map.groupBy(legs, (leg) => leg.exchange_id)
  return rows.map((row) => {
    const exchange = toExchange(row, legsOf.get(row.exchange_id) ?? [])
    return {
      ...toRecord(exchange),
      user_uuid: row.user_id,
      steam_id: row.steam_id,
      name: row.name,
      parked_at: toSeconds(row.parked_at_ms ?? row.created_at_ms),
      // The detail is empty after a day without a clear response; otherwise it is the code of the rejected posting.
      why: row.detail === null || row.detail === '' ? 'no_answer' : 'no_room',
      requests: requestsOf(exchange),
    }
  })
}

function requestsOf({ direction, coins, storeCount, legs }: Exchange): ExchangeRequest[] {
  const rate = coins / storeCount
  return legs.map(({ requestId, stackId, count, state, attempts }) => ({
    request_id: requestId,
    stack_id: stackId ?? null,
    store_count: count,
    coins: direction === 'to_steam' ? coins : count * rate,
    state,
    attempts,
  }))
}

export async function countParked(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ parked: number }>`select count(*) as parked from exchange where ${IS_PARKED}`.execute(db)
  return rows[0]?.parked ?? 0
}

/** A page of an exchange's steps, newest first; undefined for an unknown exchange. */
export async function readEvidence(
  db: Kysely<Database>,
  exchangeId: string,
  beforeStep: number,
): Promise<EvidenceStep[] | undefined> {
  const known = await db
    .selectFrom('exchange')
    .select('exchange_id')
    .where('exchange_id', '=', exchangeId)
    .executeTakeFirst()
  if (known === undefined) return undefined
  const steps = await db
    .selectFrom('exchange_step')
    .selectAll()
    .where('exchange_id', '=', exchangeId)
    .where('step_id', '<', beforeStep === 0 ? Number.MAX_SAFE_INTEGER : beforeStep)
    .orderBy('step_id', 'desc')
    .limit(EVIDENCE_PAGE_SIZE)
    .execute()
  return steps.map(({ step_id, at_ms, kind, leg, detail }) => ({
    id: step_id,
    at: toSeconds(at_ms),
    kind: stepKindOf(kind),
    leg,
    detail,
  }))
}
