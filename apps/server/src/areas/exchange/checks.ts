import { sql, type RawBuilder } from 'kysely'
import type { IntegrityCheck } from '../../integrity/integrity-check.ts'

/**
 * Exchanges must agree with the ledger (rules §9). To the platform: the coins have left the wallet unless refunded. From
 * the platform: one operation per confirmed request, with exactly its coins. Kinds 38 and 39 are the two directions; state
 * 5 is refunded; leg state 3 is confirmed.
 * @param which restricts the check to some exchanges
 */
function movedQuery(which: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`with moved as (
      select exchange.exchange_id, exchange.direction, exchange.state, exchange.coins,
        coalesce(sum(operation.coin_change), 0) as changed, count(operation.operation_id) as operations,
        (select count(*) from exchange_leg as leg where leg.exchange_id = exchange.exchange_id and leg.state = 3) as legs,
        (select coalesce(sum(leg.count), 0) * (exchange.coins / exchange.store_count) from exchange_leg as leg
          where leg.exchange_id = exchange.exchange_id and leg.state = 3) as confirmed
      from exchange left join operation on operation.user_id = exchange.user_id
        and operation.operation_id > exchange.exchange_id and operation.cause_id = exchange.exchange_id
        and operation.kind in (38, 39)
      where ${which} group by exchange.exchange_id
    )
    select format('exchange %s moved %s coins in %s operations', exchange_id, changed, operations) as detail from moved
    where (direction = 0 and (changed <> case when state = 5 then 0 else -coins end
        or operations <> case when state = 5 then 2 else 1 end))
      or (direction = 1 and (changed <> confirmed or operations <> legs))`
}

/** Of exchanges whose operations are not archived. */
export const EXCHANGE_MOVED: IntegrityCheck = {
  rule: 'exchange_moved',
  query: movedQuery(sql`exchange.exchange_id >= (select id_at(coalesce(max(until_ms), 0)) from history_archive)`),
}

/** The same for open and recently ended exchanges, cheap enough to run every minute. */
export const movedSince = (sinceMs: number): RawBuilder<unknown> =>
  movedQuery(sql`(exchange.settled_at_ms is null or exchange.settled_at_ms >= ${sinceMs})`)

/** Held balances of players with an open exchange equal the sum of their holds. */
export const holdsOfExchanging = (holds: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  with exchanging as (select distinct user_id from exchange where settled_at_ms is null and direction = 0),
    promised as (
      select user_id, sum(amount) as amount from (${holds}) as hold
      where asset = 0 and user_id in (select user_id from exchanging) group by user_id
    )
  select format('%s holds %s coins, the owners of holds say %s', exchanging.user_id, coalesce(balance.held, 0),
    coalesce(promised.amount, 0)) as detail
  from exchanging left join balance on balance.user_id = exchanging.user_id and balance.asset = 0
    left join promised on promised.user_id = exchanging.user_id
  where coalesce(balance.held, 0) <> coalesce(promised.amount, 0)`

/** Each request belongs to one exchange, and each exchange has at least one unless it waits for its plan. */
export const EXCHANGE_LEGS: IntegrityCheck = {
  rule: 'exchange_legs',
  query: sql`select format('exchange %s to the platform has %s requests', exchange.exchange_id, count(leg.request_id)) as detail
    from exchange left join exchange_leg as leg on leg.exchange_id = exchange.exchange_id
    where exchange.direction = 0 group by exchange.exchange_id having count(leg.request_id) <> 1
    union all
    select format('request %s belongs to no exchange', request_id) from exchange_leg as leg
    where not exists (select from exchange where exchange.exchange_id = leg.exchange_id)`,
}
