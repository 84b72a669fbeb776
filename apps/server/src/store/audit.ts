import { AMOUNT_MAX } from '@clutch/economy'
import { sql, type Kysely } from 'kysely'
import type { Database } from './database.ts'

/** A broken promise of the economy, found in the tables. */
export interface AuditFinding {
  readonly rule: 'conservation' | 'hold' | 'ledger' | 'crossed_book' | 'item_total' | 'price_alert'
  readonly detail: string
}

/**
 * Checks what is stored: per asset all accounts sum to zero, every hold equals what open lots, jobs and harvest runs
 * promise, the newest ledger line of a balance agrees with it, no book is crossed (rules §1, §2), what was bought and
 * sold in all is what the histories say, and no alert waits for a price that is there. Empty when all is well.
 */
export async function auditStore(db: Kysely<Database>): Promise<AuditFinding[]> {
  const findings = await Promise.all([
    findLeaks(db),
    findWrongHolds(db),
    findWrongLedgers(db),
    findCrossedBooks(db),
    findWrongTotals(db),
    findMissedAlerts(db),
  ])
  return findings.flat()
}

async function findLeaks(db: Kysely<Database>): Promise<AuditFinding[]> {
  const { rows } = await sql<{ asset: number; total: string }>`
    select asset, sum(free + held)::text as total from balance group by asset having sum(free + held) <> 0`.execute(db)
  return rows.map(({ asset, total }) => ({ rule: 'conservation', detail: `asset ${asset} sums to ${total}` }))
}

async function findWrongHolds(db: Kysely<Database>): Promise<AuditFinding[]> {
  const { rows } = await sql<{ user_id: string; asset: number; held: string; promised: string }>`
    with holds as (
      select owner_id as user_id, case side when 1 then item_id else 0 end as asset,
        case side when 1 then open_count else open_count * price end as amount
      from lot
      union all
      select user_id, (item ->> 0)::integer, (item ->> 1)::bigint from job, json_array_elements(held) as item
      union all
      select user_id, (item ->> 0)::integer, (item ->> 1)::bigint * count
      from harvest_group, json_array_elements(items) as item
    ), promised as (
      select user_id, asset, sum(amount) as amount from holds group by 1, 2
    )
    select coalesce(b.user_id, p.user_id) as user_id, coalesce(b.asset, p.asset) as asset,
      coalesce(b.held, 0)::text as held, coalesce(p.amount, 0)::text as promised
    from balance b full join promised p on p.user_id = b.user_id and p.asset = b.asset
    where coalesce(b.held, 0) <> coalesce(p.amount, 0)`.execute(db)
  return rows.map(({ user_id, asset, held, promised }) => ({
    rule: 'hold',
    detail: `${user_id} holds ${held} of asset ${asset}, its lots and work say ${promised}`,
  }))
}

async function findWrongLedgers(db: Kysely<Database>): Promise<AuditFinding[]> {
  const { rows } = await sql<{ user_id: string; asset: number; free: string; changes: string }>`
    select b.user_id, b.asset, b.free::text, coalesce(sum(l.change), 0)::text as changes
    from balance b left join ledger_line l on l.user_id = b.user_id and l.asset = b.asset
    where b.user_id <> '00000000-0000-0000-0000-000000000000'
    group by b.user_id, b.asset, b.free having b.free <> coalesce(sum(l.change), 0)`.execute(db)
  return rows.map(({ user_id, asset, free, changes }) => ({
    rule: 'ledger',
    detail: `${user_id} has ${free} of asset ${asset}, its operations sum to ${changes}`,
  }))
}

async function findCrossedBooks(db: Kysely<Database>): Promise<AuditFinding[]> {
  const { rows } = await sql<{ item_id: number; bid: string; ask: string }>`
    select item_id, max(price) filter (where side = 0)::text as bid, min(price) filter (where side = 1)::text as ask
    from lot group by item_id having max(price) filter (where side = 0) >= min(price) filter (where side = 1)`.execute(
    db,
  )
  return rows.map(({ item_id, bid, ask }) => ({
    rule: 'crossed_book',
    detail: `item ${item_id}: bid ${bid}, ask ${ask}`,
  }))
}

/** Record types 2 and 4 are sales, 3 and 5 purchases; what a sale brought is the coins of its operation. */
async function findWrongTotals(db: Kysely<Database>): Promise<AuditFinding[]> {
  const { rows } = await sql<{ user_id: string; item_id: number }>`
    with recorded as (
      select record.user_id, record.item_id,
        coalesce(sum(count) filter (where type in (3, 5)), 0) as bought_count,
        coalesce(sum(price * count) filter (where type in (3, 5)), 0) as bought_total,
        coalesce(sum(count) filter (where type in (2, 4)), 0) as sold_count,
        coalesce(sum(coins.change) filter (where type in (2, 4)), 0) as sold_total
      from market_record as record left join ledger_line as coins
        on coins.user_id = record.user_id and coins.operation_id = record.record_id and coins.asset = 0
      where type between 2 and 5 group by record.user_id, record.item_id
    )
    select coalesce(kept.user_id, recorded.user_id) as user_id, coalesce(kept.item_id, recorded.item_id) as item_id
    from item_total as kept full join recorded on recorded.user_id = kept.user_id and recorded.item_id = kept.item_id
    where (kept.bought_count, kept.bought_total, kept.sold_count, kept.sold_total) is distinct from
      (least(recorded.bought_count, ${AMOUNT_MAX}::bigint), least(recorded.bought_total, ${AMOUNT_MAX}::bigint),
        least(recorded.sold_count, ${AMOUNT_MAX}::bigint), least(recorded.sold_total, ${AMOUNT_MAX}::bigint))`.execute(
    db,
  )
  return rows.map(({ user_id, item_id }) => ({
    rule: 'item_total',
    detail: `${user_id} bought or sold another amount of item ${item_id} than its totals say`,
  }))
}

async function findMissedAlerts(db: Kysely<Database>): Promise<AuditFinding[]> {
  const { rows } = await sql<{ alert_id: string; item_id: number; best: string }>`
    select alert_id, alert.item_id, best::text from price_alert as alert cross join lateral (
      select case alert.side when 0 then max(price) else min(price) end as best
      from lot where lot.item_id = alert.item_id and lot.side = alert.side
    ) as book where case direction when 0 then best >= alert.price else best <= alert.price end`.execute(db)
  return rows.map(({ alert_id, item_id, best }) => ({
    rule: 'price_alert',
    detail: `alert ${alert_id} has not gone off though item ${item_id} costs ${best}`,
  }))
}
