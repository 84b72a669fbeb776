import { sql, type Kysely } from 'kysely'
import type { Database } from '../../store/database.ts'
import type { TaskHandlers } from '../../tasks/tasks.ts'
import type { ScheduledTask } from '../../writer/scheduled-tasks.ts'
import { DAY_SEC, HOUR_SEC, SECOND_MS } from '@clutch/contract/formats'
import { startOfDay } from '../calendar.ts'
import { countChangedPlayers } from './count-players.ts'
import { readDaySums, readPairs, readSupplyBefore } from './read-sums.ts'
import { firstPairHourSec, PRICE_MEMORY_DAYS, reckonDay, WEEK_SEC, type StoredDay } from './reckon-day.ts'
import { readWealth } from './wealth.ts'

const KIND = 'keep_economy_report'
const KEEP_EVERY_MS = HOUR_SEC * SECOND_MS
/** Days processed at a time while missed days are made up for. */
const DAYS_AT_ONCE = 31
/** Maximum age of today's figures when viewed. */
const FRESH_MS = 10 * 60 * SECOND_MS

/** Requests the day's figures every hour; they are computed outside the writer. */
export const keepEconomyReport: ScheduledTask = {
  everyMs: KEEP_EVERY_MS,
  statements: (nowMs) => [
    {
      name: 'ask-for-economy-report',
      text: `insert into task (task_id, kind, payload, due_at_ms) select gen_random_uuid(), $1, '{}'::json, $2
        where not exists (select from task where kind = $1)`,
      values: [KIND, nowMs],
    },
  ],
}

export interface EconomyReportsOptions {
  readonly db: Kysely<Database>
  readonly fairPrices: () => Promise<ReadonlyMap<number, number>>
  readonly nowMs?: (() => number) | undefined
}

/**
 * Maintains a row of figures per day, computed from the sums of batches: today's every hour and once more after the day has
 * ended. Missed days are made up for.
 */
export class EconomyReports {
  readonly #options: EconomyReportsOptions
  readonly #nowMs: () => number
  #running: Promise<void> | undefined

  constructor(options: EconomyReportsOptions) {
    this.#options = options
    this.#nowMs = options.nowMs ?? Date.now
  }

  get tasks(): TaskHandlers {
    return { [KIND]: (_payload, signal) => this.#bringUpToDate(signal) }
  }

  /** Ensures that all days exist, with today's figures at most ten minutes old. */
  async refresh(): Promise<void> {
    const newest = await this.#newest()
    const nowMs = this.#nowMs()
    const isFresh = newest?.day_sec === startOfDay(nowMs) && nowMs - newest.made_at_ms < FRESH_MS
    if (!isFresh) await this.#bringUpToDate()
  }

  #newest() {
    const { db } = this.#options
    return db.selectFrom('economy_day').selectAll().orderBy('day_sec', 'desc').limit(1).executeTakeFirst()
  }

  #bringUpToDate(signal?: AbortSignal): Promise<void> {
    this.#running ??= this.#makeMissing(signal).finally(() => (this.#running = undefined))
    return this.#running
  }

  async #makeMissing(signal?: AbortSignal): Promise<void> {
    const { db } = this.#options
    const todaySec = startOfDay(this.#nowMs())
    const closed = await db
      .selectFrom('economy_day')
      .selectAll()
      .where('is_closed', '=', true)
      .orderBy('day_sec', 'desc')
      .limit(1)
      .executeTakeFirst()
    let firstSec = closed === undefined ? await readFirstDay(db) : closed.day_sec + DAY_SEC
    if (firstSec === undefined) return
    let before = closed?.figures
    for (; firstSec <= todaySec; firstSec += DAYS_AT_ONCE * DAY_SEC) {
      const lastSec = Math.min(todaySec, firstSec + (DAYS_AT_ONCE - 1) * DAY_SEC)
      before = await this.#make(firstSec, lastSec, todaySec, before, signal)
    }
    // Pairs are not needed after a day is closed.
    await db
      .deleteFrom('pair_hour')
      .where('hour_sec', '<', todaySec - WEEK_SEC)
      .execute()
  }

  async #make(
    firstSec: number,
    lastSec: number,
    todaySec: number,
    before: StoredDay | undefined,
    signal?: AbortSignal,
  ): Promise<StoredDay | undefined> {
    const { db, fairPrices } = this.#options
    await countChangedPlayers(db, this.#nowMs(), signal)
    const sumsOf = await readDaySums(db, firstSec - PRICE_MEMORY_DAYS * DAY_SEC, lastSec)
    const pairs = await readPairs(db, firstPairHourSec(firstSec), lastSec + DAY_SEC)
    const fair = await fairPrices()
    let openingSupply = before?.supply ?? (await readSupplyBefore(db, firstSec))
    let indexBefore = before?.price_index ?? null
    let made = before
    for (let daySec = firstSec; daySec <= lastSec; daySec += DAY_SEC) {
      signal?.throwIfAborted()
      const isClosed = daySec < todaySec
      const ofWeek = pairs.filter(({ hourSec }) => hourSec >= firstPairHourSec(daySec) && hourSec < daySec + DAY_SEC)
      const day = reckonDay({ daySec, isClosed, sumsOf, openingSupply, indexBefore, pairs: ofWeek, fairPrices: fair })
      // The distribution of money is only known for now: a past day keeps the last one computed.
      const wealth = isClosed ? await this.#knownWealth(daySec) : await readWealth(db, daySec)
      made = { ...day, wealth }
      await this.#save(daySec, isClosed, made)
      openingSupply = made.supply
      indexBefore = made.price_index
    }
    return made
  }

  async #knownWealth(daySec: number): Promise<StoredDay['wealth']> {
    const { db } = this.#options
    const row = await db.selectFrom('economy_day').select('figures').where('day_sec', '=', daySec).executeTakeFirst()
    return row?.figures.wealth ?? null
  }

  async #save(daySec: number, isClosed: boolean, figures: StoredDay): Promise<void> {
    // Two servers may compute at the same time: a closed day is not overwritten.
    await sql`insert into economy_day as known (day_sec, is_closed, figures, made_at_ms)
      values (${daySec}, ${isClosed}, ${JSON.stringify(figures)}::json, ${this.#nowMs()})
      on conflict (day_sec) do update set is_closed = excluded.is_closed, figures = excluded.figures,
        made_at_ms = excluded.made_at_ms where not known.is_closed`.execute(this.#options.db)
  }
}

/** The first day with sums; undefined for a world without any operation. */
async function readFirstDay(db: Kysely<Database>): Promise<number | undefined> {
  const row = await db.selectFrom('economy_flow_day').select('day_sec').orderBy('day_sec').limit(1).executeTakeFirst()
  return row?.day_sec
}
