import { hasEnded, type Exchange, type ExchangeLeg, type ExchangeStep } from '@clutch/economy'
import { insertLoggedEvents, type LoggedEvent } from '../../store/logged-events.ts'
import { NULL_CELL, overRows, quote, type MaybeStatement } from '../../store/statement.ts'
import { insertTasks, type NewTask } from '../../tasks/tasks.ts'
import type { AreaRows } from '../../writer/area.ts'
import { codeOfDirection, codeOfLegState, codeOfState, codeOfStep } from './codes.ts'

/** Kind of the task that advances an exchange. */
export const EXCHANGE_TASK = 'exchange'
/** Sanitizes text from the platform. */
const DETAIL_LENGTH_MAX = 200

interface LegRow {
  readonly exchangeId: string
  readonly index: number
  readonly leg: ExchangeLeg
}

interface StepRow {
  readonly exchangeId: string
  readonly atMs: number
  readonly step: ExchangeStep
}

/** Rows of exchanges. A new exchange requests its platform task in the same transaction. */
export function collectExchangeRows(): AreaRows {
  const exchanges = new Map<string, Exchange>()
  const steps: StepRow[] = []
  const tasks: NewTask[] = []
  const logged: LoggedEvent[] = []
  return {
    on: {
      exchange_changed({ exchange, steps: taken, atMs }) {
        exchanges.set(exchange.id, exchange)
        logged.push(...loggedEvents(exchange, taken, atMs))
        for (const step of taken) steps.push({ exchangeId: exchange.id, atMs, step })
        if (taken.some(({ kind }) => kind === 'prepared')) {
          tasks.push({
            kind: EXCHANGE_TASK,
            payload: { exchange_id: exchange.id, user_id: exchange.userId },
            dueAtMs: atMs,
          })
        }
      },
    },
    statements() {
      const changed = [...exchanges.values()]
      const legs = changed.flatMap(({ id, legs: each }) => each.map((leg, index) => ({ exchangeId: id, index, leg })))
      return [
        upsertExchanges(changed),
        upsertLegs(legs),
        insertSteps(steps),
        insertTasks(tasks),
        insertLoggedEvents(logged),
      ]
    },
  }
}

function loggedEvents(exchange: Exchange, steps: readonly ExchangeStep[], atMs: number): LoggedEvent[] {
  const { id, userId, direction, currency, storeCount, coins, state } = exchange
  const data = { exchange_id: id, user_uuid: userId, direction, currency, store_count: storeCount, coins, state }
  if (hasEnded(exchange)) return [{ type: 'coin_exchange.settled', atMs, data }]
  return steps.some(({ kind }) => kind === 'parked') ? [{ type: 'coin_exchange.parked', atMs, data }] : []
}

function upsertExchanges(exchanges: readonly Exchange[]): MaybeStatement {
  return overRows(
    'upsert-exchanges',
    exchanges,
    [
      ({ id }) => id,
      ({ userId }) => userId,
      ({ direction }) => codeOfDirection(direction),
      ({ currency }) => currency,
      ({ storeCount }) => storeCount,
      ({ coins }) => coins,
      ({ state }) => codeOfState(state),
      ({ createdAtMs }) => createdAtMs,
      ({ settledAtMs }) => settledAtMs ?? NULL_CELL,
    ],
    `insert into exchange (exchange_id, user_id, direction, currency, store_count, coins, state, created_at_ms,
      settled_at_ms)
    select * from unnest($1::uuid[], $2::uuid[], $3::smallint[], $4::text[], $5::bigint[], $6::bigint[], $7::smallint[],
      $8::bigint[], $9::bigint[])
    on conflict (exchange_id) do update set store_count = excluded.store_count, coins = excluded.coins,
      state = excluded.state, settled_at_ms = excluded.settled_at_ms`,
  )
}

/** A request id is unique forever: inserting it for another request fails. */
function upsertLegs(legs: readonly LegRow[]): MaybeStatement {
  return overRows(
    'upsert-exchange-legs',
    legs,
    [
      ({ leg }) => leg.requestId,
      ({ exchangeId }) => exchangeId,
      ({ index }) => index,
      ({ leg }) => (leg.stackId === undefined ? NULL_CELL : quote(leg.stackId)),
      ({ leg }) => leg.count,
      ({ leg }) => codeOfLegState(leg.state),
      ({ leg }) => leg.attempts,
      ({ leg }) => leg.lastAmbiguousMs,
      ({ leg }) => leg.operationId ?? NULL_CELL,
    ],
    `insert into exchange_leg (request_id, exchange_id, leg, stack_id, count, state, attempts, last_ambiguous_ms,
      operation_id)
    select * from unnest($1::text[], $2::uuid[], $3::smallint[], $4::text[], $5::bigint[], $6::smallint[],
      $7::integer[], $8::bigint[], $9::uuid[])
    on conflict (exchange_id, leg) do update set state = excluded.state, attempts = excluded.attempts,
      last_ambiguous_ms = excluded.last_ambiguous_ms, operation_id = excluded.operation_id`,
  )
}

function insertSteps(steps: readonly StepRow[]): MaybeStatement {
  return overRows(
    'insert-exchange-steps',
    steps,
    [
      ({ exchangeId }) => exchangeId,
      ({ atMs }) => atMs,
      ({ step }) => codeOfStep(step.kind),
      ({ step }) => step.leg ?? NULL_CELL,
      ({ step }) => quote(step.detail.slice(0, DETAIL_LENGTH_MAX)),
    ],
    `insert into exchange_step (exchange_id, at_ms, kind, leg, detail)
    select * from unnest($1::uuid[], $2::bigint[], $3::smallint[], $4::smallint[], $5::text[])`,
  )
}
