import type { AffectedContent } from '@clutch/contract'
import type { PackChange, PackDifference } from '@clutch/content'
import { WORLD } from '@clutch/economy'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../../store/database.ts'
import { QUEUE_CODES } from '../jobs/codes.ts'

type Counts = Pick<AffectedContent, 'players' | 'units' | 'open_lots' | 'jobs' | 'rented'>

const NONE: Counts = { players: 0, units: 0, open_lots: 0, jobs: 0, rented: 0 }

/**
 * Finds players' holdings, lots, jobs and rentals that use entries removed or changed by a pack. Changed items count
 * only if they become untradable.
 */
export async function findAffected(db: Kysely<Database>, { changes }: PackDifference): Promise<AffectedContent[]> {
  const touching = changes.filter(
    ({ kind, change, fields }) =>
      change === 'removed' || (change === 'changed' && (kind !== 'item' || fields.includes('canSell'))),
  )
  const counts = new Map<PackChange, Counts>()
  const count = async (kind: PackChange['kind'], read: (ids: number[]) => Promise<Map<number, Partial<Counts>>>) => {
    const ofKind = touching.filter((each) => each.kind === kind)
    if (ofKind.length === 0) return
    const found = await read(ofKind.map(({ id }) => Number(id)))
    for (const each of ofKind) counts.set(each, { ...NONE, ...found.get(Number(each.id)) })
  }
  await count('item', (ids) => countHeld(db, ids))
  await count('craft_recipe', (ids) => countJobs(db, QUEUE_CODES.craft, ids))
  await count('factory_recipe', (ids) => countJobs(db, QUEUE_CODES.factory, ids))
  await count('harvest_recipe', (ids) => countRuns(db, ids))
  await count('rentable_item', (ids) => countRented(db, ids))
  return touching.flatMap((each): AffectedContent[] => {
    const { kind, change, id, name } = each
    const found = counts.get(each)
    if (found === undefined || change === 'added' || Object.values(found).every((value) => value === 0)) return []
    return [{ kind, change, id, name, ...found }]
  })
}

async function countHeld(db: Kysely<Database>, ids: readonly number[]): Promise<Map<number, Partial<Counts>>> {
  const { rows } = await sql<{ id: number; players: number; units: number; open_lots: number; rented: number }>`
    select given.id, coalesce(had.players, 0)::bigint as players, coalesce(had.units, 0)::bigint as units,
      (select count(*) from lot where item_id = given.id)::bigint as open_lots,
      coalesce((select sum(units) from rental where item_id = given.id), 0)::bigint as rented
    from unnest(${ids}::integer[]) as given (id)
    left join (
      select asset, count(*) as players, sum(free + held) as units from balance
      where asset = any(${ids}::integer[]) and user_id <> ${WORLD} and free + held > 0
      group by asset
    ) as had on had.asset = given.id`.execute(db)
  return new Map(rows.map(({ id, ...found }) => [id, found]))
}

async function countJobs(
  db: Kysely<Database>,
  queue: number,
  ids: readonly number[],
): Promise<Map<number, Partial<Counts>>> {
  const { rows } = await sql<{ id: number; players: number; jobs: number }>`
    select recipe_id as id, count(distinct user_id)::bigint as players, count(*)::bigint as jobs
    from job where queue = ${queue} and recipe_id = any(${ids}::integer[]) group by recipe_id`.execute(db)
  return new Map(rows.map(({ id, ...found }) => [id, found]))
}

async function countRuns(db: Kysely<Database>, ids: readonly number[]): Promise<Map<number, Partial<Counts>>> {
  const { rows } = await sql<{ id: number; players: number; jobs: number }>`
    select recipe_id as id, count(distinct user_id)::bigint as players, sum(count)::bigint as jobs
    from harvest_group where recipe_id = any(${ids}::integer[]) group by recipe_id`.execute(db)
  return new Map(rows.map(({ id, ...found }) => [id, found]))
}

async function countRented(db: Kysely<Database>, ids: readonly number[]): Promise<Map<number, Partial<Counts>>> {
  const { rows } = await sql<{ id: number; players: number; rented: number }>`
    select item_id as id, count(*)::bigint as players, sum(units)::bigint as rented
    from rental where units > 0 and item_id = any(${ids}::integer[]) group by item_id`.execute(db)
  return new Map(rows.map(({ id, ...found }) => [id, found]))
}
