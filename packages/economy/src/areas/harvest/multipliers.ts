import type { ItemId } from '../../core/numbers.ts'
import { HOUR_MS, SECOND_MS } from '../../core/time.ts'
import type { GrantRange } from '../items/estimate-opening.ts'
import type { HarvestItem, HarvestRecipe, HarvestResult } from './recipe.ts'

/** Coefficients are whole millionths, so that 1.1 and 1.1 add up to exactly 1.2. */
export const MILLION = 1_000_000

const LOOT_MIN = 400_000
const SPEED_MIN = 100_000
/** Minimum length of a run: a run of zero length would repeat forever at the same time. */
export const RUN_MIN_MS = SECOND_MS
const PERCENT = 100

/** max(0.4, 1 + Σ(lootmore_coef − 1)), in millionths (rules §6). */
export function lootMillionths(items: readonly Pick<HarvestItem, 'lootmoreCoef'>[]): number {
  return Math.max(LOOT_MIN, addCoefficients(items.map(({ lootmoreCoef }) => lootmoreCoef)))
}

/** max(0.1, 1 + Σ(speed_coef − 1)), in millionths (rules §6). */
export function speedMillionths(items: readonly Pick<HarvestItem, 'speedCoef'>[]): number {
  return Math.max(SPEED_MIN, addCoefficients(items.map(({ speedCoef }) => speedCoef)))
}

/** duration_hour × 3600 / speed, in whole milliseconds, at least one second (rules §6). */
export function runTimeMs(durationHour: number, speed: number): number {
  return Math.max(RUN_MIN_MS, Math.round((durationHour * HOUR_MS * MILLION) / speed))
}

function addCoefficients(coefficients: readonly number[]): number {
  return coefficients.reduce((sum, coefficient) => sum + Math.round(coefficient * MILLION) - MILLION, MILLION)
}

/**
 * Splits a chance in percent, which may exceed 100, into guaranteed units and the chance `part` / `whole` of one more.
 */
export function splitChance(chancePercent: number): {
  readonly fixed: number
  readonly part: number
  readonly whole: number
} {
  const whole = PERCENT * MILLION
  const chance = Math.round(chancePercent * MILLION)
  return { fixed: Math.floor(chance / whole), part: chance % whole, whole }
}

/** What one unit of a result yields: guaranteed items, and the chance of one more in millionths. */
export function splitWorth({ count }: HarvestResult, loot: number): { readonly fixed: number; readonly part: number } {
  const fraction = count * (loot % MILLION)
  return {
    fixed: count * Math.floor(loot / MILLION) + Math.floor(fraction / MILLION),
    part: Math.round(fraction % MILLION),
  }
}

/** Adds what one run takes from the stock for an item: the item and its requirements. */
export function addTakes(takes: Map<ItemId, number>, { itemId, count, requirements }: HarvestItem): void {
  for (const take of [{ itemId, count }, ...requirements]) {
    takes.set(take.itemId, (takes.get(take.itemId) ?? 0) + take.count)
  }
}

/** The range of what `runs` runs with these items yield, before bundles and generators open: see `estimateOpening`. */
export function harvestGrants(recipe: HarvestRecipe, chosen: readonly HarvestItem[], runs: number): GrantRange[] {
  const loot = lootMillionths(chosen)
  const results = recipe.results.map((result) => {
    const units = splitChance(result.chancePercent)
    const worth = splitWorth(result, loot)
    return {
      itemId: result.itemId,
      min: runs * units.fixed * worth.fixed,
      expected: runs * (units.fixed + units.part / units.whole) * (worth.fixed + worth.part / MILLION),
      max: runs * (units.fixed + (units.part > 0 ? 1 : 0)) * (worth.fixed + (worth.part > 0 ? 1 : 0)),
    }
  })
  const broken = chosen.flatMap(({ breakPercent, onBreakResult }) =>
    onBreakResult.map((itemId) => ({
      itemId,
      min: breakPercent >= PERCENT ? runs : 0,
      expected: (runs * Math.min(breakPercent, PERCENT)) / PERCENT,
      max: breakPercent > 0 ? runs : 0,
    })),
  )
  return [...results, ...broken]
}
