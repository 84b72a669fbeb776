import type { Catalogue } from '../../core/catalogue.ts'
import { drawWeighted } from '../../core/chance/weighted.ts'
import { AMOUNT_MAX, type ItemId } from '../../core/numbers.ts'
import type { Rejection } from '../../core/rejection.ts'
import { fail, succeed, type Result } from '../../core/result.ts'
import type { Rng } from '../../core/chance/rng.ts'

/** The item id that means "nothing" in draws (rules §3). */
export const NOTHING_ID = 40

/** Generator draws per command; more would delay all queued commands. */
export const DRAWS_MAX = 1_000_000

/** Deeper nesting is a cycle that content validation should have rejected. */
const DEPTH_MAX = 32

/**
 * Opens `count` of an item until plain items remain: a bundle gives each entry × count, a generator one entry by weight
 * for each (rules §3).
 * @returns plain items with their counts; empty if nothing was drawn.
 */
export function openItem(
  catalogue: Pick<Catalogue, 'items'>,
  itemId: ItemId,
  count: number,
  rng: Rng,
): Result<ReadonlyMap<ItemId, number>, Rejection> {
  const opener = new Opener(catalogue, rng)
  const rejection = opener.open(itemId, count, 0)
  return rejection === undefined ? succeed(opener.plain) : fail(rejection)
}

class Opener {
  readonly plain = new Map<ItemId, number>()
  readonly #catalogue: Pick<Catalogue, 'items'>
  readonly #rng: Rng
  #drawsLeft = DRAWS_MAX

  constructor(catalogue: Pick<Catalogue, 'items'>, rng: Rng) {
    this.#catalogue = catalogue
    this.#rng = rng
  }

  open(itemId: ItemId, count: number, depth: number): Rejection | undefined {
    if (itemId === NOTHING_ID) return undefined
    const rule = this.#catalogue.items.get(itemId)
    if (rule === undefined) return { code: 'unknown_item', itemId }
    if (rule.opens === undefined) return this.#keep(itemId, count)
    if (depth >= DEPTH_MAX) throw new Error(`Item ${itemId} opens in a cycle`)
    const contents =
      rule.opens.how === 'bundle'
        ? rule.opens.entries.map((entry) => ({ itemId: entry.itemId, count: entry.count * count }))
        : this.#draw(rule.opens.entries, count)
    if (contents === undefined) return { code: 'amount_too_large' }
    for (const entry of contents) {
      if (entry.count > AMOUNT_MAX) return { code: 'amount_too_large' }
      const rejection = this.open(entry.itemId, entry.count, depth + 1)
      if (rejection !== undefined) return rejection
    }
    return undefined
  }

  #keep(itemId: ItemId, count: number): Rejection | undefined {
    const total = (this.plain.get(itemId) ?? 0) + count
    if (total > AMOUNT_MAX) return { code: 'amount_too_large' }
    this.plain.set(itemId, total)
    return undefined
  }

  /** One weighted draw for each of `count`, summed by entry. */
  #draw(
    entries: readonly { itemId: ItemId; count: number }[],
    count: number,
  ): { itemId: ItemId; count: number }[] | undefined {
    this.#drawsLeft -= count
    if (this.#drawsLeft < 0) return undefined
    const weights = entries.map((entry) => entry.count)
    const hits = drawWeighted(weights, count, this.#rng)
    const contents: { itemId: ItemId; count: number }[] = []
    for (const [index, entryHits] of hits.entries()) {
      const entry = entries[index]
      if (entry !== undefined && entryHits > 0) contents.push({ itemId: entry.itemId, count: entryHits })
    }
    return contents
  }
}
