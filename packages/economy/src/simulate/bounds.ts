import type { Catalogue } from '../core/catalogue.ts'
import { COINS } from '../core/ledger/accounts.ts'
import { asItemId, type AssetId } from '../core/numbers.ts'
import { NOTHING_ID } from '../areas/items/open-item.ts'

/** Exact minimum, average and maximum. */
export interface Bounds {
  readonly min: number
  readonly expected: number
  readonly max: number
}

/** Pseudo-asset for the total value, whose bounds are computed like those of an asset. */
export const VALUE = -1

/** Bounds by asset, including the total value. */
export type BoundsByAsset = ReadonlyMap<number, Bounds>

/** Prices by item, in coins; items without one count as 0. */
export type Prices = ReadonlyMap<number, number>

/** Bounds of something, and of how often it happens. */
export type Part = readonly [BoundsByAsset, Bounds]

export const exactly = (amount: number): Bounds => ({ min: amount, expected: amount, max: amount })

/** Bounds of the sum of independent parts. */
export function sumBounds(parts: readonly Part[]): BoundsByAsset {
  const sums = new Map<number, Bounds>()
  for (const [part, times] of parts) {
    for (const [asset, one] of part) {
      const corners = [one.min * times.min, one.min * times.max, one.max * times.min, one.max * times.max]
      const sum = sums.get(asset) ?? exactly(0)
      sums.set(asset, {
        min: sum.min + Math.min(...corners),
        expected: sum.expected + one.expected * times.expected,
        max: sum.max + Math.max(...corners),
      })
    }
  }
  return sums
}

/** Bounds of one of several alternatives, by weight. */
export function chooseBounds(alternatives: readonly (readonly [BoundsByAsset, weight: number])[]): BoundsByAsset {
  const possible = alternatives.filter(([, weight]) => weight > 0)
  const total = possible.reduce((sum, [, weight]) => sum + weight, 0)
  const assets = new Set(possible.flatMap(([one]) => [...one.keys()]))
  return new Map(
    Array.from(assets, (asset) => {
      const each = possible.map(([one, weight]) => ({ ...(one.get(asset) ?? exactly(0)), weight }))
      return [
        asset,
        {
          min: Math.min(...each.map(({ min }) => min)),
          expected: each.reduce((sum, { expected, weight }) => sum + (expected * weight) / total, 0),
          max: Math.max(...each.map(({ max }) => max)),
        },
      ]
    }),
  )
}

/** Bounds of granting one unit of an asset, opened down to plain items (rules §3). */
export class UnitBounds {
  readonly #catalogue: Pick<Catalogue, 'items'>
  readonly #prices: Prices
  readonly #known = new Map<number, BoundsByAsset>()

  constructor(catalogue: Pick<Catalogue, 'items'>, prices: Prices) {
    this.#catalogue = catalogue
    this.#prices = prices
  }

  /** One unopened unit, for items that are consumed or upgraded. */
  plain(asset: AssetId): BoundsByAsset {
    const price = asset === COINS ? 1 : (this.#prices.get(asset) ?? 0)
    return new Map([
      [asset, exactly(1)],
      [VALUE, exactly(price)],
    ])
  }

  granted(asset: AssetId): BoundsByAsset {
    const known = this.#known.get(asset)
    if (known !== undefined) return known
    const bounds = this.#open(asset)
    this.#known.set(asset, bounds)
    return bounds
  }

  #open(asset: AssetId): BoundsByAsset {
    if (asset === NOTHING_ID) return new Map()
    const opens = this.#catalogue.items.get(asItemId(asset))?.opens
    if (opens === undefined) return this.plain(asset)
    const entries = opens.entries.map(({ itemId, count }) => [this.granted(itemId), count] as const)
    return opens.how === 'bundle'
      ? sumBounds(entries.map(([one, count]) => [one, exactly(count)]))
      : chooseBounds(entries)
  }
}
