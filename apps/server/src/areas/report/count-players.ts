import { DAY_SEC, HOUR_SEC } from '@clutch/contract/formats'
import { sql, type Kysely } from 'kysely'
import { NIL as NIL_UUID } from 'uuid'
import type { Database } from '../../store/database.ts'
import { startOfHour } from '../calendar.ts'
import { wealthClassOf } from './concentration.ts'
import { AWAY_DAYS } from './wealth.ts'
import './tables.ts'

const COINS = 0
/** Players per transaction, so that other queries can run in between. */
const PLAYERS_AT_ONCE = 1_000

interface ChangedPlayer {
  readonly user_id: string
  readonly coins: number
  readonly active: number
  readonly before: number | null
  readonly counted_class: number | null
  readonly counted_coins: number
  readonly counted_day: number
  readonly counted_returning: boolean
}

/**
 * Updates the wealth sums for players whose coins or activity changed since the last run. Rereads the last hour, since a
 * batch commits after its timestamp. Concurrent runs wait for each other.
 * @returns the number of players read
 */
export async function countChangedPlayers(db: Kysely<Database>, nowMs: number, signal?: AbortSignal): Promise<number> {
  let looked = 0
  await sql`insert into wealth_counted_until (id, hour_sec) values (1, 0) on conflict (id) do nothing`.execute(db)
  for (let after: string = NIL_UUID; ;) {
    signal?.throwIfAborted()
    const changed = await db.transaction().execute((transaction) => countPortion(transaction, after))
    looked += changed.length
    const last = changed.at(-1)
    if (last === undefined || changed.length < PLAYERS_AT_ONCE) break
    after = last.user_id
  }
  await db
    .updateTable('wealth_counted_until')
    .set({ hour_sec: startOfHour(nowMs) })
    .execute()
  return looked
}

async function countPortion(db: Kysely<Database>, after: string): Promise<ChangedPlayer[]> {
  const { hour_sec } = await db
    .selectFrom('wealth_counted_until')
    .select('hour_sec')
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { rows } = await sql<ChangedPlayer>`
    select activity.user_id, coalesce(purse.free + purse.held, 0)::bigint as coins,
      coalesce(activity.day_sec, 0)::bigint as active, activity.before_day_sec as before,
      counted.class as counted_class, coalesce(counted.coins, 0)::bigint as counted_coins,
      coalesce(counted.day_sec, 0)::bigint as counted_day, coalesce(counted.is_returning, false) as counted_returning
    from player_activity as activity
    left join balance as purse on purse.user_id = activity.user_id and purse.asset = ${COINS}
    left join counted_player as counted on counted.user_id = activity.user_id
    where activity.changed_sec >= ${hour_sec - HOUR_SEC} and activity.user_id > ${after}
    order by activity.user_id limit ${PLAYERS_AT_ONCE}`.execute(db)
  await save(db, rows)
  return rows
}

async function save(db: Kysely<Database>, changed: readonly ChangedPlayer[]): Promise<void> {
  if (changed.length === 0) return
  const column = <Value>(of: (player: ChangedPlayer) => Value): Value[] => changed.map(of)
  await sql`
    with now as (
      select * from unnest(${column(({ user_id }) => user_id)}::uuid[],
        ${column(({ coins }) => wealthClassOf(coins))}::smallint[], ${column(({ coins }) => coins)}::bigint[],
        ${column(({ active }) => active)}::bigint[], ${column(isReturning)}::boolean[])
        as now (user_id, class, coins, day_sec, is_returning)
    ), before as (
      select * from unnest(${column(({ counted_class }) => counted_class)}::smallint[],
        ${column(({ counted_coins }) => counted_coins)}::bigint[],
        ${column(({ counted_day }) => counted_day)}::bigint[],
        ${column(({ counted_returning }) => counted_returning)}::boolean[])
        as before (class, coins, day_sec, is_returning) where class is not null
    ), change as (
      select class, coins, day_sec, is_returning, 1 as players from now
      union all select class, -coins, day_sec, is_returning, -1 from before
    ), by_class as (
      insert into wealth_class as known (class, players, coins)
      select class, sum(players), sum(coins) from change group by class
      on conflict (class) do update set players = known.players + excluded.players, coins = known.coins + excluded.coins
    ), by_activity as (
      insert into wealth_activity as known (day_sec, is_returning, players, coins)
      select day_sec, is_returning, sum(players), sum(coins) from change group by day_sec, is_returning
      on conflict (day_sec, is_returning) do update
        set players = known.players + excluded.players, coins = known.coins + excluded.coins
    )
    insert into counted_player (user_id, class, coins, day_sec, is_returning) select * from now
    on conflict (user_id) do update set class = excluded.class, coins = excluded.coins, day_sec = excluded.day_sec,
      is_returning = excluded.is_returning`.execute(db)
}

function isReturning({ active, before }: ChangedPlayer): boolean {
  return before !== null && active - before >= AWAY_DAYS * DAY_SEC
}
