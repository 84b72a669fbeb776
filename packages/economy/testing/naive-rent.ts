import { COIN_IN_PARTS } from '../src/areas/rent/rent-pool.ts'
import type { RentableItem } from '../src/areas/rent/terms.ts'
import type { Command } from '../src/core/command.ts'
import type { ItemId, UserId } from '../src/core/numbers.ts'

/** Parts earned per second at one coin per day. */
const PARTS_PER_SECOND = 1_000_000_000n

interface Share {
  units: number
  owed: bigint
}

interface Hall {
  terms: RentableItem
  rest: bigint
  readonly shares: Map<UserId, Share>
}

/** Naive rent: every second each unit gets its share, and the remainder waits. */
export class NaiveRent {
  paidCoins = 0
  readonly #rent: ReadonlyMap<ItemId, RentableItem>
  readonly #halls = new Map<ItemId, Hall>()
  readonly #coins = new Map<UserId, number>()
  #nowSec: number

  constructor(rent: ReadonlyMap<ItemId, RentableItem>, nowSec: number) {
    this.#rent = rent
    this.#nowSec = nowSec
    for (const [itemId, terms] of rent) this.#halls.set(itemId, { terms, rest: 0n, shares: new Map() })
  }

  passUntil(nowSec: number): void {
    for (; this.#nowSec < nowSec; this.#nowSec += 1) for (const hall of this.#halls.values()) payOneSecond(hall)
  }

  /** @returns whether the command is accepted. */
  run(command: Command): boolean {
    if (command.type === 'adopt_rent_terms') {
      const hall = this.#hall(command.itemId)
      hall.terms = this.#rent.get(command.itemId) ?? hall.terms
      return true
    }
    if (command.type === 'rent_put') return this.#put(command.userId, command.itemId, command.count)
    if (command.type === 'rent_take_back') return this.#takeBack(command.userId, command.itemId, command.count)
    if (command.type === 'rent_take_salary') {
      const { userId, itemIds } = command
      if (itemIds.some((itemId) => !this.#hall(itemId).shares.has(userId))) return false
      for (const itemId of itemIds) this.#pay(userId, this.of(userId, itemId))
      return true
    }
    throw new Error(`Unknown command: ${command.type}`)
  }

  of(userId: UserId, itemId: ItemId): Share {
    return this.#hall(itemId).shares.get(userId) ?? { units: 0, owed: 0n }
  }

  coinsOf(userId: UserId): number {
    return this.#coins.get(userId) ?? 0
  }

  #put(userId: UserId, itemId: ItemId, count: number): boolean {
    const share = this.of(userId, itemId)
    if (count === 0 || share.units + count > STOCK) return false
    this.#hall(itemId).shares.set(userId, share)
    share.units += count
    return true
  }

  #takeBack(userId: UserId, itemId: ItemId, count: number): boolean {
    const share = this.of(userId, itemId)
    if (count === 0 || count > share.units) return false
    share.units -= count
    if (share.units === 0) this.#pay(userId, share)
    return true
  }

  #pay(userId: UserId, share: Share): void {
    const coins = Number(share.owed / COIN_IN_PARTS)
    share.owed %= COIN_IN_PARTS
    this.#coins.set(userId, this.coinsOf(userId) + coins)
    this.paidCoins += coins
  }

  #hall(itemId: ItemId): Hall {
    const hall = this.#halls.get(itemId)
    if (hall === undefined) throw new Error(`No hall for ${itemId}`)
    return hall
  }
}

/** Initial stock of each item. */
export const STOCK = 40

function payOneSecond(hall: Hall): void {
  const units = [...hall.shares.values()].reduce((sum, share) => sum + share.units, 0)
  if (units === 0) return
  const [perDay, max] = [hall.terms.poolPerDay, hall.terms.salaryMax]
  let each: bigint
  if (BigInt(max) * BigInt(units) <= BigInt(perDay)) each = BigInt(max) * PARTS_PER_SECOND
  else {
    const toShare = BigInt(perDay) * PARTS_PER_SECOND + hall.rest
    each = toShare / BigInt(units)
    hall.rest = toShare - each * BigInt(units)
  }
  for (const share of hall.shares.values()) share.owed += each * BigInt(share.units)
}
