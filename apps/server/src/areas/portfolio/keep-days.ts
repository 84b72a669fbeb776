import { sql, type Kysely } from 'kysely'
import { NIL as NIL_UUID } from 'uuid'
import type { Database } from '../../store/database.ts'
import type { TaskHandlers } from '../../tasks/tasks.ts'
import type { ScheduledTask } from '../../writer/scheduled-tasks.ts'
import { startOfDay } from '../calendar.ts'
import type { FairPriceBoard } from '../marketplace/fair-price-board.ts'
import { figuresOf } from './figures.ts'

const KIND = 'keep_portfolios'
/** Interval of the updates; a day's final figures are from its last hour. */
const KEEP_EVERY_MS = 60 * 60 * 1_000
/** Players per statement. Limited, so that other queries run in between. */
const PLAYERS_AT_ONCE = 100

/** Updates the day's figures every hour, outside the writer. */
export const keepPortfolios: ScheduledTask = {
  everyMs: KEEP_EVERY_MS,
  statements: (nowMs) => [
    {
      name: 'ask-for-portfolios',
      text: `insert into task (task_id, kind, payload, due_at_ms) select gen_random_uuid(), $1, '{}'::json, $2
        where not exists (select from task where kind = $1)`,
      values: [KIND, nowMs],
    },
  ],
}

export function portfolioTasks(
  db: Kysely<Database>,
  fairPriceBoard: FairPriceBoard,
  nowMs: () => number = Date.now,
): TaskHandlers {
  return {
    async [KIND](_payload, signal) {
      await keepDay(db, await fairPriceBoard.prices(), startOfDay(nowMs()), signal)
    },
  }
}

/** Stores all players' figures of a day, in portions; a repeated run overwrites them. */
export async function keepDay(
  db: Kysely<Database>,
  fairPrices: ReadonlyMap<number, number>,
  daySec: number,
  signal?: AbortSignal,
): Promise<void> {
  let after: string = NIL_UUID
  for (;;) {
    signal?.throwIfAborted()
    const rows = await db
      .selectFrom('player')
      .select('user_id')
      .where('user_id', '>', after)
      .orderBy('user_id')
      .limit(PLAYERS_AT_ONCE)
      .execute()
    const last = rows.at(-1)
    if (last === undefined) return
    const ids = rows.map((row) => row.user_id)
    await sql`insert into portfolio_day (user_id, day_sec, coins, items_value, cost_basis, unrealised_profit,
        realised_profit, other_proceeds)
      select user_id, ${daySec}, coins, items_value, cost_basis, unrealised_profit, realised_profit, other_proceeds
      from (${figuresOf(sql`select unnest(${ids}::uuid[])`, fairPrices)}) as now
      on conflict (user_id, day_sec) do update set coins = excluded.coins, items_value = excluded.items_value,
        cost_basis = excluded.cost_basis, unrealised_profit = excluded.unrealised_profit,
        realised_profit = excluded.realised_profit, other_proceeds = excluded.other_proceeds`.execute(db)
    after = last.user_id
  }
}
