import { DAY_SEC } from '@clutch/contract/formats'
import type { Kysely } from 'kysely'
import type { Database } from '../../store/database.ts'
import { concentrationOf } from './concentration.ts'
import type { StoredDay } from './reckon-day.ts'
import './tables.ts'

/** Days without activity after which a player counts as inactive. */
export const AWAY_DAYS = 30

/** Distribution of money and activity, from sums: the number of rows read is that of days and classes. */
export async function readWealth(db: Kysely<Database>, daySec: number): Promise<NonNullable<StoredDay['wealth']>> {
  const [classes, activity] = await Promise.all([
    db.selectFrom('wealth_class').selectAll().where('players', '>', 0).orderBy('class').execute(),
    db.selectFrom('wealth_activity').selectAll().where('players', '>', 0).execute(),
  ])
  const awaySec = daySec - AWAY_DAYS * DAY_SEC
  const active = activity.filter(({ day_sec }) => day_sec > awaySec)
  const returning = active.filter(({ day_sec, is_returning }) => day_sec === daySec && is_returning)
  const leaving = activity.filter(({ day_sec }) => day_sec === awaySec)
  const { gini, top1, top10 } = concentrationOf(classes.filter(({ coins }) => coins > 0))
  return {
    players: sum(activity, ({ players }) => players),
    active_players: sum(active, ({ players }) => players),
    active_coins: sum(active, ({ coins }) => coins),
    returning_coins: sum(returning, ({ coins }) => coins),
    leaving_coins: sum(leaving, ({ coins }) => coins),
    gini,
    top_1: top1,
    top_10: top10,
  }
}

function sum<Row>(rows: readonly Row[], read: (row: Row) => number): number {
  return rows.reduce((total, row) => total + read(row), 0)
}
