import type { HarvestGroup } from './harvest-group.ts'

/** A binary heap of a player's running groups by end time, since a player may have thousands. */
export class GroupHeap {
  readonly #groups: HarvestGroup[] = []

  get size(): number {
    return this.#groups.length
  }

  /** The next group to end, the lower id first among equals. */
  first(): HarvestGroup | undefined {
    return this.#groups[0]
  }

  all(): readonly HarvestGroup[] {
    return this.#groups
  }

  add(group: HarvestGroup): void {
    let index = this.#groups.length
    while (index > 0) {
      const parentIndex = (index - 1) >> 1
      const parent = this.#groups[parentIndex]
      if (parent === undefined || endsBefore(parent, group)) break
      this.#groups[index] = parent
      index = parentIndex
    }
    this.#groups[index] = group
  }

  removeFirst(): void {
    const last = this.#groups.pop()
    if (last === undefined || this.#groups.length === 0) return
    let index = 0
    for (;;) {
      const childIndex = this.#earlierChild(index)
      const child = this.#groups[childIndex]
      if (child === undefined || endsBefore(last, child)) break
      this.#groups[index] = child
      index = childIndex
    }
    this.#groups[index] = last
  }

  #earlierChild(index: number): number {
    const left = this.#groups[2 * index + 1]
    const right = this.#groups[2 * index + 2]
    return left !== undefined && right !== undefined && endsBefore(right, left) ? 2 * index + 2 : 2 * index + 1
  }
}

/** Sorts groups by their end, the lower id first among equals. */
export function byEnd(a: HarvestGroup, b: HarvestGroup): number {
  return endsBefore(a, b) ? -1 : 1
}

function endsBefore(a: HarvestGroup, b: HarvestGroup): boolean {
  return a.endAtMs === b.endAtMs ? a.id < b.id : a.endAtMs < b.endAtMs
}
