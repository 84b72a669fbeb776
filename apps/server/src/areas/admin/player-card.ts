import {
  EXCHANGE_PAGE_SIZE,
  PLAYER_LOTS_PAGE_SIZE,
  type CallResponse,
  type ExchangeRecord,
  type Lot,
  type PlayerJob,
} from '@clutch/contract'
import { toSecondsBy } from '@clutch/contract/formats'
import { sql } from 'kysely'
import { MAX as MAX_UUID } from 'uuid'
import type { Context } from '../../context.ts'
import { toRecord } from '../exchange/responses.ts'
import { toExchange } from '../exchange/load.ts'
import { QUEUE_CODES } from '../jobs/codes.ts'
import { toLotResponse } from '../marketplace/responses.ts'
import { toLot } from '../marketplace/load.ts'

/** Maximum harvests listed: a player can have thousands of groups, whereas the rules keep queues short. */
const HARVESTS_SHOWN_MAX = 100

/** A page of a player's open lots, newest first. */
export async function readPlayerLots({ store }: Context, userId: string, lastId: string = MAX_UUID): Promise<Lot[]> {
  const rows = await store.db
    .selectFrom('lot')
    .selectAll()
    .where('owner_id', '=', userId)
    .where('lot_id', '<', lastId)
    .orderBy('lot_id', 'desc')
    .limit(PLAYER_LOTS_PAGE_SIZE)
    .execute()
  return rows.map((row) => toLotResponse(toLot(row)))
}

/** A player's jobs and harvests, the next to end first. */
export async function readPlayerJobs(
  { store: { db } }: Context,
  userId: string,
): Promise<CallResponse<'POST /admin/player-jobs'>> {
  const [jobs, harvests, counted] = await Promise.all([
    db
      .selectFrom('job')
      .select(['job_id as id', 'queue', 'recipe_id', 'count', 'start_at_ms', 'end_at_ms'])
      .where('user_id', '=', userId)
      .orderBy('end_at_ms')
      .execute(),
    db
      .selectFrom('harvest_group')
      .select(['group_id as id', 'recipe_id', 'count', 'start_at_ms', 'end_at_ms'])
      .where('user_id', '=', userId)
      .orderBy('end_at_ms')
      .limit(HARVESTS_SHOWN_MAX)
      .execute(),
    sql<{ groups: number }>`select count(*) as groups from harvest_group where user_id = ${userId}`.execute(db),
  ])
  const listed = [
    ...jobs.map(({ queue, ...job }) => toPlayerJob(job, queue === QUEUE_CODES.craft ? 'craft' : 'factory')),
    ...harvests.map((group) => toPlayerJob(group, 'harvest')),
  ]
  return {
    response: listed.toSorted((a, b) => a.end_at - b.end_at),
    left_out: Math.max(0, (counted.rows[0]?.groups ?? 0) - harvests.length),
  }
}

interface JobRow {
  readonly id: string
  readonly recipe_id: number
  readonly count: number
  readonly start_at_ms: number
  readonly end_at_ms: number
}

function toPlayerJob(row: JobRow, kind: PlayerJob['kind']): PlayerJob {
  return {
    id: row.id,
    kind,
    receipt_id: row.recipe_id,
    count: row.count,
    start_at: toSecondsBy(row.start_at_ms),
    end_at: toSecondsBy(row.end_at_ms),
  }
}

/** A page of a player's coin exchanges, newest first, without their evidence. */
export async function readPlayerExchanges(
  { store }: Context,
  userId: string,
  lastId: string = MAX_UUID,
): Promise<ExchangeRecord[]> {
  const rows = await store.db
    .selectFrom('exchange')
    .selectAll()
    .where('user_id', '=', userId)
    .where('exchange_id', '<', lastId)
    .orderBy('exchange_id', 'desc')
    .limit(EXCHANGE_PAGE_SIZE)
    .execute()
  return rows.map((row) => toRecord(toExchange(row, [])))
}
