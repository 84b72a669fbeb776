import type { Rent, RentConfig } from '@clutch/contract'
import { DAY_SEC } from '@clutch/contract/formats'
import { asCoins, salaryPerUnit } from '@clutch/economy'

export const HALLS = ['relics', 'heroes'] as const
export type Hall = (typeof HALLS)[number]

/** A rentable item, and the player's part of it. */
export interface Rentable {
  readonly config: RentConfig
  /** Units rented by all. */
  readonly unitsOfAll: number
  /** The player's. */
  readonly units: number
  /** What they are owed: as it was read, with the fraction. */
  readonly owed: number
}

/** The three lists as one, in the pack's order. */
export function listRentables({ config, all_rents, user_rents }: Rent): Rentable[] {
  const all = new Map(all_rents.map((rent) => [rent.item_id, rent.count]))
  const own = new Map(user_rents.map((rent) => [rent.item_id, rent]))
  return config.map((item) => {
    const rented = own.get(item.item_id)
    return {
      config: item,
      unitsOfAll: all.get(item.item_id) ?? 0,
      units: rented?.count ?? 0,
      owed: (rented?.salary ?? 0) + (rented?.salary_fraction ?? 0),
    }
  })
}

/** Coins per day that each unit earns after a number of units is added or removed. */
export function salaryWith({ config, unitsOfAll }: Rentable, more: number): number {
  const terms = { poolPerDay: asCoins(config.pool_per_day), salaryMax: asCoins(config.salary_max) }
  return salaryPerUnit(terms, unitsOfAll + more)
}

/** What is owed some seconds after it was read: the salary ticks on between reads. */
export function owedAfter(rentable: Rentable, seconds: number): number {
  return rentable.owed + (salaryWith(rentable, 0) * rentable.units * Math.max(0, seconds)) / DAY_SEC
}

export interface CurvePoint {
  readonly more: number
  readonly salary: number
}

const CURVE_STEPS = 40

/** How many units the pool pays in full. */
export function fullUnits({ config }: Rentable): number {
  return Math.floor(config.pool_per_day / config.salary_max)
}

/** Salary against units added, from none to well past where units begin to share the pool. */
export function salaryCurve(rentable: Rentable, chosen: number): CurvePoint[] {
  const untilShared = Math.max(0, fullUnits(rentable) - rentable.unitsOfAll)
  const last = Math.max(20, chosen * 2, untilShared * 2)
  return Array.from({ length: CURVE_STEPS + 1 }, (_, step) => {
    const more = Math.round((last * step) / CURVE_STEPS)
    return { more, salary: salaryWith(rentable, more) }
  })
}

/** Salary against units rented by all, from the first to well past what the pool pays in full; `more` is relative to now. */
export function poolCurve(rentable: Rentable): CurvePoint[] {
  const last = Math.max(20, 2 * fullUnits(rentable), Math.ceil(1.2 * rentable.unitsOfAll))
  return Array.from({ length: CURVE_STEPS + 1 }, (_, step) => {
    const more = 1 + Math.round(((last - 1) * step) / CURVE_STEPS) - rentable.unitsOfAll
    return { more, salary: salaryWith(rentable, more) }
  })
}
