import type { UserId } from '../../core/numbers.ts'
import { pairIdOf, STRANGER, type PairId, type PairSide } from './pair.ts'

/** The pairs in memory, with both players' sides. */
export class Pairs {
  readonly #sides = new Map<PairId, Map<UserId, PairSide>>()

  /** Adds a pair without any relation. */
  add(id: PairId): void {
    this.#sides.set(id, new Map())
  }

  has(id: PairId): boolean {
    return this.#sides.has(id)
  }

  drop(id: PairId): void {
    this.#sides.delete(id)
  }

  ids(): IterableIterator<PairId> {
    return this.#sides.keys()
  }

  /** A player's side of a pair. */
  side(userId: UserId, otherId: UserId): PairSide {
    const id = pairIdOf(userId, otherId)
    const sides = this.#sides.get(id)
    if (sides === undefined) throw new Error(`Pair not loaded: ${id}`)
    return sides.get(userId) ?? STRANGER
  }

  set(userId: UserId, otherId: UserId, side: PairSide): void {
    const id = pairIdOf(userId, otherId)
    const sides = this.#sides.get(id)
    if (sides === undefined) throw new Error(`Pair not loaded: ${id}`)
    sides.set(userId, side)
  }

  areFriends(one: UserId, other: UserId): boolean {
    return this.side(one, other).state === 'accepted'
  }
}
