import type { ContentPack } from '@clutch/content'
import type { ContentObstacle } from '@clutch/contract'
import { itemsOfWork, WORLD, type ItemId } from '@clutch/economy'
import { sql, type Kysely } from 'kysely'
import { toCatalogue } from '../../content/to-catalogue.ts'
import type { Database } from '../../store/database.ts'
import { RECIPES_IN_USE, toRecipeInUse } from './load.ts'
import type { OpenContent } from './open-content.ts'
import { packOf } from './stored-contents.ts'

/** Removed items that players still hold, offer, bid for or can receive from unfinished work. */
export async function findObstacles(
  db: Kysely<Database>,
  current: OpenContent,
  gone: readonly number[],
): Promise<ContentObstacle[]> {
  if (gone.length === 0) return []
  const fromWork = await readItemsOfWork(db, current)
  // All accounts of an asset sum to zero, so players hold what the world account has issued.
  const { rows } = await sql<{ item_id: number; units: number; open_lots: number }>`
    select given.id as item_id, coalesce(-minted.free, 0)::bigint as units,
      (select count(*) from lot where item_id = given.id)::bigint as open_lots
    from unnest(${gone}::integer[]) as given (id)
    left join balance as minted on minted.user_id = ${WORLD}::uuid and minted.asset = given.id
    order by given.id`.execute(db)
  return rows
    .map((row) => ({ ...row, name: nameOf(current.pack, row.item_id), is_under_way: fromWork.has(row.item_id) }))
    .filter(({ units, open_lots, is_under_way }) => units !== 0 || open_lots > 0 || is_under_way)
}

async function readItemsOfWork(db: Kysely<Database>, { version, catalogue }: OpenContent): Promise<Set<number>> {
  const { rows } = await sql.raw<Record<string, unknown>>(RECIPES_IN_USE).execute(db)
  const packs = await db
    .selectFrom('content_version as known')
    .innerJoin('content_pack as pack', 'pack.digest', 'known.digest')
    .select(['known.version', 'pack.files'])
    .where('known.version', 'in', [version, ...rows.map((row) => Number(row['content_version']))])
    .where('known.version', '<>', version)
    .execute()
  const past = new Map(
    packs.flatMap((row) => {
      const pack = packOf(row.files)
      return pack === undefined ? [] : [[row.version, toCatalogue(pack)] as const]
    }),
  )
  const items = new Set<ItemId>()
  for (const work of rows.map(toRecipeInUse)) {
    for (const itemId of itemsOfWork(past.get(work.version) ?? catalogue, work)) items.add(itemId)
  }
  return items
}

function nameOf(pack: ContentPack, itemId: number): string {
  return pack.itemById.get(itemId)?.names.en ?? ''
}
