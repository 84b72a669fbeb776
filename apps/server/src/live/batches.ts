import type { EncodedGathering } from './gathering.ts'

/** Joins what gathered one after another into the batch of each connection. Most get the same bytes, made once. */
export class Batches {
  readonly #gatherings: readonly EncodedGathering[]
  /** For those who are told what everybody is told, by where they begin. */
  readonly #forMost = new Map<number, Uint8Array>()

  constructor(gatherings: readonly EncodedGathering[]) {
    this.#gatherings = gatherings
  }

  /**
   * The batch of one connection.
   * @param from the place of the first gathering that is for it
   * @param viewed the item whose book it looks at
   */
  batchFor(userId: string, viewed: number | undefined, from: number): Uint8Array {
    const isLikeMost = this.#gatherings.every(
      ({ shared, personal, books }) =>
        !shared.has(userId) && !personal.has(userId) && (viewed === undefined || !books.has(viewed)),
    )
    if (isLikeMost) return this.#forMostFrom(from)
    const parts = this.#gatherings
      .slice(from)
      .flatMap(({ forMost, shared, personal, books }) => [
        shared.get(userId) ?? forMost,
        personal.get(userId) ?? NOTHING,
        (viewed === undefined ? undefined : books.get(viewed)) ?? NOTHING,
      ])
    return Buffer.concat(parts)
  }

  #forMostFrom(from: number): Uint8Array {
    const known = this.#forMost.get(from)
    if (known !== undefined) return known
    const bytes = Buffer.concat(this.#gatherings.slice(from).map(({ forMost }) => forMost))
    this.#forMost.set(from, bytes)
    return bytes
  }
}

const NOTHING = new Uint8Array()
