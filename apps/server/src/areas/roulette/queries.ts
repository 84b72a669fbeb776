import { SPINS_PAGE_SIZE, type CallResponse, type PastSpin, type RoulettePrize } from '@clutch/contract'
import { SECOND_MS, toSeconds } from '@clutch/contract/formats'
import type { Kysely } from 'kysely'
import type { Database } from '../../store/database.ts'
import type { RouletteSeatTable } from './tables.ts'
import type { PlayerSeeds, Wheel } from './wheel.ts'
import './tables.ts'

/** A seat as shown to its player: hashes of the current seed and the next. */
export function describeSeat(seeds: PlayerSeeds, seat: RouletteSeatTable) {
  const { user_id, seed_index, client_seed, nonce } = seat
  return {
    seed_hash: seeds.hashOf(user_id, seed_index),
    next_seed_hash: seeds.hashOf(user_id, seed_index + 1),
    client_seed,
    nonce,
  }
}

/** A player's seat; the client seed defaults to the player's id. */
export async function readSeat(db: Kysely<Database>, userId: string): Promise<RouletteSeatTable> {
  const seat = await db.selectFrom('roulette_seat').selectAll().where('user_id', '=', userId).executeTakeFirst()
  return seat ?? { user_id: userId, seed_index: 0, client_seed: userId.replaceAll('-', ''), nonce: 0 }
}

/** A player's spins, newest first, with revealed seeds. */
export async function readSpins(
  db: Kysely<Database>,
  seeds: PlayerSeeds,
  userId: string,
  beforeId: string | undefined,
): Promise<CallResponse<'POST /roulette/history'>> {
  let query = db
    .selectFrom('roulette_spin as spin')
    .innerJoin('roulette_table as drawn', 'drawn.table_hash', 'spin.table_hash')
    .leftJoin('roulette_seed as seed', (join) =>
      join.onRef('seed.user_id', '=', 'spin.user_id').onRef('seed.seed_index', '=', 'spin.seed_index'),
    )
    .select(['spin_id', 'spin.seed_index', 'spin.client_seed', 'nonce', 'roll', 'prize_index', 'spin.table_hash'])
    .select(['prizes', 'revealed_at_ms'])
    .where('spin.user_id', '=', userId)
    .orderBy('spin_id', 'desc')
    .limit(SPINS_PAGE_SIZE + 1)
  if (beforeId !== undefined) query = query.where('spin_id', '<', beforeId)
  const rows = await query.execute()
  const spins = rows.slice(0, SPINS_PAGE_SIZE).map((row): PastSpin => {
    const prize = (row.prizes as readonly RoulettePrize[])[row.prize_index]
    return {
      id: row.spin_id,
      nonce: row.nonce,
      roll: row.roll,
      prize_index: row.prize_index,
      item_id: prize?.item_id ?? 0,
      count: prize?.count ?? 0,
      spun_at: secondsOf(row.spin_id),
      seed_hash: seeds.hashOf(userId, row.seed_index),
      client_seed: row.client_seed,
      table_hash: row.table_hash,
      seed: row.revealed_at_ms === null ? null : seeds.seedOf(userId, row.seed_index),
    }
  })
  return { spins, has_more: rows.length > SPINS_PAGE_SIZE }
}

/** Everything needed to verify past spins. */
export async function readSeeds(
  db: Kysely<Database>,
  seeds: PlayerSeeds,
  userId: string,
): Promise<CallResponse<'GET /roulette/seeds'>> {
  const [revealed, tables] = await Promise.all([
    db
      .selectFrom('roulette_seed')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('seed_index', 'desc')
      .limit(SEEDS_LISTED_MAX)
      .execute(),
    db.selectFrom('roulette_table').selectAll().execute(),
  ])
  return {
    response: revealed.map(({ seed_index, client_seed, spins, revealed_at_ms }) => ({
      seed: seeds.seedOf(userId, seed_index),
      seed_hash: seeds.hashOf(userId, seed_index),
      client_seed,
      spins,
      revealed_at: toSeconds(revealed_at_ms),
    })),
    tables: tables.map(({ table_hash, prizes }) => ({ table_hash, prizes: prizes as RoulettePrize[] })),
  }
}

/** Stores the pack's prize table, so that its spins stay verifiable after the pack changes. */
export async function savePrizeTable(db: Kysely<Database>, { tableHash, prizes }: Wheel): Promise<void> {
  await db
    .insertInto('roulette_table')
    .values({ table_hash: tableHash, prizes: JSON.stringify(prizes) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const SEEDS_LISTED_MAX = 200
const TIME_HEX_DIGITS = 12

/** A version 7 uuid starts with its Unix time in milliseconds. */
function secondsOf(id: string): number {
  return Math.floor(Number.parseInt(id.replaceAll('-', '').slice(0, TIME_HEX_DIGITS), 16) / SECOND_MS)
}
