import {
  asCoins,
  asExchangeId,
  asOperationId,
  asUserId,
  STORE_COINS,
  type Exchange,
  type ExchangeLeg,
  type StoreCoinName,
} from '@clutch/economy'
import type { AccountLoader } from '../../writer/area.ts'
import { directionOf, legStateOf, stateOf } from './codes.ts'
import type { ExchangeLegTable, ExchangeTable } from './tables.ts'

/** Loads open exchanges with their requests. */
export const exchangeAccounts: AccountLoader = {
  statements: (userIds) => [
    {
      name: 'select-open-exchanges',
      text: `select exchange_id, user_id, direction, currency, store_count, coins, state, created_at_ms, settled_at_ms
        from exchange where user_id = any($1::uuid[]) and settled_at_ms is null order by exchange_id`,
      values: [userIds],
    },
    {
      name: 'select-open-exchange-legs',
      text: `select leg.* from exchange_leg as leg join exchange on exchange.exchange_id = leg.exchange_id
        where exchange.user_id = any($1::uuid[]) and exchange.settled_at_ms is null order by leg.leg`,
      values: [userIds],
    },
  ],
  add(world, [rows = [], legRows = []]) {
    const legs = Map.groupBy(legRows as readonly unknown[] as readonly ExchangeLegTable[], (leg) => leg.exchange_id)
    for (const row of rows as readonly unknown[] as readonly ExchangeTable[]) {
      const exchange = toExchange(row, legs.get(row.exchange_id) ?? [])
      world.account(exchange.userId).exchanges.set(exchange.id, exchange)
    }
  },
}

/** Parses rows of `exchange` and `exchange_leg`. */
export function toExchange(row: ExchangeTable, legs: readonly ExchangeLegTable[]): Exchange {
  return {
    id: asExchangeId(row.exchange_id),
    userId: asUserId(row.user_id),
    direction: directionOf(row.direction),
    currency: currencyOf(row.currency),
    storeCount: row.store_count,
    coins: asCoins(row.coins),
    state: stateOf(row.state),
    createdAtMs: row.created_at_ms,
    settledAtMs: row.settled_at_ms ?? undefined,
    legs: legs.map(toLeg),
  }
}

function toLeg(row: ExchangeLegTable): ExchangeLeg {
  return {
    requestId: row.request_id,
    stackId: row.stack_id ?? undefined,
    count: row.count,
    state: legStateOf(row.state),
    attempts: row.attempts,
    lastAmbiguousMs: row.last_ambiguous_ms,
    operationId: row.operation_id === null ? undefined : asOperationId(row.operation_id),
  }
}

/** @throws for an unknown name, which means that the table is damaged */
function currencyOf(word: string): StoreCoinName {
  const currency = STORE_COINS.find((coin) => coin === word)
  if (currency === undefined) throw new Error(`Unknown store coin ${word}`)
  return currency
}
