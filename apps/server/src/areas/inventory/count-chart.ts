import type { ChartInterval, CountPoint } from '@clutch/contract'
import { DAY_SEC, HOUR_SEC, SECOND_MS, slotStartSec, timeSlot } from '@clutch/contract/formats'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { firstIdAt } from '../../writer/writer-clock.ts'

/** Maximum slots of a chart: two weeks of hours, or a year of days. Older slots are dropped. */
const CHART_POINTS_MAX = 370
/** Moments this far apart are in the same slot or in adjacent ones. */
const SHORTEST_SLOT_SEC: Readonly<Record<ChartInterval, number>> = {
  hour: HOUR_SEC,
  day: DAY_SEC,
  week: 7 * DAY_SEC,
  month: 28 * DAY_SEC,
}
/** Step that leads from any moment of a slot's first day into the next slot, never beyond it. */
const NEXT_SLOT_STEP_SEC: Readonly<Record<ChartInterval, number>> = {
  hour: HOUR_SEC,
  day: DAY_SEC,
  week: 7 * DAY_SEC,
  month: 31 * DAY_SEC,
}

interface Slot {
  readonly name: string
  readonly startSec: number
  readonly endSec: number
}

/**
 * A player's free count of an item at the end of each slot in which it changed, oldest first. The first slot is
 * complete; without a change in it, it carries the previous count, so that the line has a start.
 */
export async function readCountChart(
  context: Pick<Context, 'store'>,
  userId: string,
  query: { item_id: number; start_date: number; end_date: number; interval: ChartInterval },
): Promise<CountPoint[]> {
  const slots = slotsOf(query.start_date, query.end_date, query.interval)
  const [first] = slots
  if (first === undefined) return []
  const bounds = [first.startSec, ...slots.map(({ endSec }) => endSec)].map((sec) => firstIdAt(sec * SECOND_MS))
  // The last line before each bound: one index lookup per slot, regardless of the number of lines.
  const { rows } = await sql<{ bound: string; operation_id: string; balance_after: number }>`
    select wanted.bound, line.operation_id, line.balance_after
    from unnest(${bounds}::uuid[]) as wanted (bound) cross join lateral (
      select operation_id, item_after as balance_after from (
        (select operation_id, item_after from operation
        where user_id = ${userId} and item_id = ${query.item_id} and item_change is not null
          and operation_id < wanted.bound order by operation_id desc limit 1)
        union all
        (select operation_id, item_after from operation_item
        where user_id = ${userId} and item_id = ${query.item_id} and operation_id < wanted.bound
        order by operation_id desc limit 1)
      ) as last order by operation_id desc limit 1
    ) as line`.execute(context.store.db)
  const lastBefore = new Map(rows.map((row) => [row.bound, row]))
  return slots.flatMap(({ name }, index) => {
    const last = lastBefore.get(bounds[index + 1] ?? '')
    const changed = last !== undefined && last.operation_id >= (bounds[index] ?? '')
    return last !== undefined && (changed || index === 0) ? [{ time_slot: name, count: last.balance_after }] : []
  })
}

/** The slots that overlap a time span, oldest first. */
function slotsOf(startSec: number, endSec: number, interval: ChartInterval): Slot[] {
  const earliestSec = Math.max(0, startSec, endSec - (CHART_POINTS_MAX - 1) * SHORTEST_SLOT_SEC[interval])
  if (startSec > endSec) return []
  const slots: Slot[] = []
  let slotSec = startOf(earliestSec, interval)
  while (slotSec <= endSec && slots.length < CHART_POINTS_MAX) {
    const nextSec = startOf(slotSec + NEXT_SLOT_STEP_SEC[interval], interval)
    slots.push({ name: timeSlot(slotSec, interval), startSec: slotSec, endSec: nextSec })
    slotSec = nextSec
  }
  return slots
}

function startOf(atSec: number, interval: ChartInterval): number {
  return slotStartSec(timeSlot(atSec, interval), interval) ?? atSec
}
