import type { Catalogue } from '../../core/catalogue.ts'
import type { ItemId } from '../../core/numbers.ts'
import { NOTHING_ID } from './open-item.ts'

const DEPTH_MAX = 32

/** The possible results of granting items. Amounts are real numbers, because expected values have fractions. */
export interface OpeningEstimate {
  readonly min: ReadonlyMap<ItemId, number>
  readonly expected: ReadonlyMap<ItemId, number>
  readonly max: ReadonlyMap<ItemId, number>
  /** Most weighted draws it takes. */
  readonly draws: number
}

/** A possible grant of `min` to `max` units, `expected` on average. */
export interface GrantRange {
  readonly itemId: ItemId
  readonly min: number
  readonly expected: number
  readonly max: number
}

/** Minimum, expected and maximum of each plain item that grants open to (rules §3). For previews and for bounds. */
export function estimateOpening(catalogue: Pick<Catalogue, 'items'>, grants: readonly GrantRange[]): OpeningEstimate {
  const units = unitsOf(catalogue.items)
  const estimate = new Estimate()
  for (const grant of grants) estimate.add(units.of(grant.itemId), grant)
  return estimate
}

/** The largest possible result of grants per plain item, and the draws it takes. Checked whenever work starts. */
export function mostOpened(
  catalogue: Pick<Catalogue, 'items'>,
  grants: readonly GrantRange[],
): Pick<OpeningEstimate, 'max' | 'draws'> {
  const units = unitsOf(catalogue.items)
  const most = new Map<ItemId, number>()
  let draws = 0
  for (const { itemId, max: times } of grants) {
    if (times <= 0) continue
    const unit = units.of(itemId)
    draws += unit.draws * times
    for (const { itemId: openedId, max } of unit.items) addTo(most, openedId, max * times)
  }
  return { max: most, draws }
}

/** What one unit opens to. Scales with the number of units, since each opens independently. */
interface OpenedUnit {
  readonly items: readonly GrantRange[]
  readonly draws: number
}

const NOTHING: OpenedUnit = { items: [], draws: 0 }

/** Cached per catalogue. */
const unitsByItems = new WeakMap<Catalogue['items'], OpenedUnits>()

function unitsOf(items: Catalogue['items']): OpenedUnits {
  const known = unitsByItems.get(items)
  if (known !== undefined) return known
  const units = new OpenedUnits(items)
  unitsByItems.set(items, units)
  return units
}

class OpenedUnits {
  readonly #items: Catalogue['items']
  readonly #known = new Map<ItemId, OpenedUnit>()

  constructor(items: Catalogue['items']) {
    this.#items = items
  }

  /** @throws when the item opens in a cycle. */
  of(itemId: ItemId, depth = 0): OpenedUnit {
    const known = this.#known.get(itemId)
    if (known !== undefined) return known
    if (depth >= DEPTH_MAX) throw new Error(`Item ${itemId} opens in a cycle`)
    const unit = this.#open(itemId, depth)
    this.#known.set(itemId, unit)
    return unit
  }

  #open(itemId: ItemId, depth: number): OpenedUnit {
    if (itemId === NOTHING_ID) return NOTHING
    const opens = this.#items.get(itemId)?.opens
    if (opens === undefined) return { items: [{ itemId, min: 1, expected: 1, max: 1 }], draws: 0 }
    const estimate = new Estimate()
    if (opens.how === 'bundle') {
      for (const { itemId: entryId, count } of opens.entries)
        estimate.add(this.of(entryId, depth + 1), { min: count, expected: count, max: count })
      return estimate.toUnit()
    }
    estimate.draws = 1
    const total = opens.entries.reduce((sum, entry) => sum + entry.count, 0)
    for (const { itemId: entryId, count } of opens.entries) {
      // Only a sole entry is certain to be drawn.
      const times = { min: count === total ? 1 : 0, expected: count / total, max: 1 }
      estimate.add(this.of(entryId, depth + 1), times)
    }
    return estimate.toUnit()
  }
}

class Estimate implements OpeningEstimate {
  readonly min = new Map<ItemId, number>()
  readonly expected = new Map<ItemId, number>()
  readonly max = new Map<ItemId, number>()
  draws = 0

  add({ items, draws }: OpenedUnit, times: Omit<GrantRange, 'itemId'>): void {
    if (times.max <= 0) return
    this.draws += draws * times.max
    for (const { itemId, min, expected, max } of items) {
      addTo(this.min, itemId, min * times.min)
      addTo(this.expected, itemId, expected * times.expected)
      addTo(this.max, itemId, max * times.max)
    }
  }

  toUnit(): OpenedUnit {
    const items = Array.from(this.max, ([itemId, max]) => ({
      itemId,
      min: this.min.get(itemId) ?? 0,
      expected: this.expected.get(itemId) ?? 0,
      max,
    }))
    return { items, draws: this.draws }
  }
}

function addTo(amounts: Map<ItemId, number>, itemId: ItemId, amount: number): void {
  amounts.set(itemId, (amounts.get(itemId) ?? 0) + amount)
}
