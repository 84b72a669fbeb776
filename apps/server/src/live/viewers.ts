/** Who looks at which item's book; one looks at one at most. */
export class Viewers<Viewer extends object> {
  readonly #itemOf = new Map<Viewer, number>()
  readonly #countOf = new Map<number, number>()

  /** @param itemId undefined for one that looks at none from now on */
  set(viewer: Viewer, itemId: number | undefined): void {
    const before = this.#itemOf.get(viewer)
    if (before !== undefined) this.#add(before, -1)
    this.#itemOf.delete(viewer)
    if (itemId === undefined) return
    this.#add(itemId, 1)
    this.#itemOf.set(viewer, itemId)
  }

  itemOf(viewer: Viewer): number | undefined {
    return this.#itemOf.get(viewer)
  }

  /** Whether anybody looks at an item's book. */
  has(itemId: number): boolean {
    return this.#countOf.has(itemId)
  }

  #add(itemId: number, change: number): void {
    const count = (this.#countOf.get(itemId) ?? 0) + change
    if (count === 0) this.#countOf.delete(itemId)
    else this.#countOf.set(itemId, count)
  }
}
