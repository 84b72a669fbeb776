import type { PlaceLot } from '../src/areas/marketplace/commands.ts'
import type { Command } from '../src/core/command.ts'
import { asItemId, asUserId } from '../src/core/numbers.ts'

/**
 * A naive market, written as plainly as the specification reads, with flat lists. It shares only the commands with the
 * real one, so a bug would have to be made twice.
 */
export interface NaiveLot {
  readonly sequence: number
  readonly owner: string
  readonly item: number
  readonly side: 'buy' | 'sell'
  readonly price: bigint
  open: bigint
}

interface NaivePurse {
  free: Map<number, bigint>
  held: Map<number, bigint>
}

/** A player's cost basis in one item (rules §16). */
export interface NaiveBasis {
  held: bigint
  cost: bigint
  profit: bigint
  other: bigint
}

const LIMIT = 2n ** 53n - 1n
const COIN = 0

export class NaiveMarket {
  lots: NaiveLot[] = []
  readonly purses = new Map<string, NaivePurse>()
  minted = new Map<number, bigint>()
  readonly #bases = new Map<string, NaiveBasis>()
  readonly #feeBasisPoints: bigint
  readonly #maxOpenLots: number
  #sequence = 0

  constructor(users: readonly string[], feeBasisPoints: number, maxOpenLots: number) {
    for (const user of users) this.purses.set(user, { free: new Map(), held: new Map() })
    this.#feeBasisPoints = BigInt(feeBasisPoints)
    this.#maxOpenLots = maxOpenLots
  }

  /** Runs a command on the sellable items 1 to 3. @returns 'ok' or the rejection's code. */
  run(command: Command): string {
    if (command.type === 'place_lot') return this.#place(command)
    if (command.type === 'grant') return this.#grant(command.userId, command.coins, command.items)
    return 'not_modelled'
  }

  /** Cancels a lot by the model's numbering. */
  cancel(owner: string, sequence: number): string {
    const lot = this.lots.find((candidate) => candidate.sequence === sequence && candidate.owner === owner)
    if (lot === undefined) return 'lot_not_found'
    const [asset, amount] = lot.side === 'sell' ? [lot.item, lot.open] : [COIN, lot.open * lot.price]
    this.#add(owner, 'held', asset, -amount)
    this.#add(owner, 'free', asset, amount)
    this.lots = this.lots.filter((candidate) => candidate !== lot)
    return 'ok'
  }

  /** Changes a price by the model's numbering: a cancel and a new order, reverted if the order fails. */
  change(owner: string, sequence: number, price: number): string {
    const lot = this.lots.find((candidate) => candidate.sequence === sequence && candidate.owner === owner)
    if (lot === undefined) return 'lot_not_found'
    if (!(Number.isSafeInteger(price) && price >= 1 && price <= 1e12)) return 'invalid_price'
    if (BigInt(price) === lot.price) return 'price_unchanged'
    const [lotsBefore, count] = [this.lots, Number(lot.open)]
    this.cancel(owner, sequence)
    const outcome = this.#place({
      type: 'place_lot',
      userId: asUserId(owner),
      side: lot.side,
      itemId: asItemId(lot.item),
      price,
      count,
      mode: 'rest',
      preferred: { currency: 'coin', price },
    })
    if (outcome === 'ok') return outcome
    this.lots = lotsBefore
    const [asset, amount] = lot.side === 'sell' ? [lot.item, lot.open] : [COIN, lot.open * lot.price]
    this.#add(owner, 'free', asset, -amount)
    this.#add(owner, 'held', asset, amount)
    return outcome
  }

  free(owner: string, asset: number): bigint {
    return this.purses.get(owner)?.free.get(asset) ?? 0n
  }

  held(owner: string, asset: number): bigint {
    return this.purses.get(owner)?.held.get(asset) ?? 0n
  }

  basis(owner: string, item: number): NaiveBasis {
    return this.#bases.get(`${owner}/${item}`) ?? { held: 0n, cost: 0n, profit: 0n, other: 0n }
  }

  /** The lots an order would match, in order. */
  queue(item: number, side: 'buy' | 'sell'): NaiveLot[] {
    return this.lots
      .filter((lot) => lot.item === item && lot.side === side)
      .toSorted((a, b) =>
        a.price === b.price
          ? a.sequence - b.sequence
          : side === 'sell'
            ? Number(a.price - b.price)
            : Number(b.price - a.price),
      )
  }

  #grant(owner: string, coins: number, items: readonly { itemId: number; count: number }[]): string {
    const grants = [
      [COIN, BigInt(coins)] as const,
      ...items.map(({ itemId, count }) => [itemId, BigInt(count)] as const),
    ]
    for (const [asset, amount] of grants) {
      if ((this.minted.get(asset) ?? 0n) + amount > LIMIT) return 'amount_too_large'
    }
    for (const [asset, amount] of grants) {
      this.#add(owner, 'free', asset, amount)
      this.minted.set(asset, (this.minted.get(asset) ?? 0n) + amount)
    }
    return 'ok'
  }

  #place(command: PlaceLot): string {
    const { userId: owner, itemId: item, side } = command
    if (!(Number.isSafeInteger(command.price) && command.price >= 1 && command.price <= 1e12)) return 'invalid_price'
    if (!(Number.isSafeInteger(command.count) && command.count >= 1)) return 'invalid_count'
    if (command.count > 1_000_000) return 'lot_too_large'
    const price = BigInt(command.price)
    if (price * BigInt(command.count) > LIMIT) return 'amount_too_large'
    let remaining = BigInt(command.count)
    const trades: { lot: NaiveLot; count: bigint }[] = []
    for (const lot of this.queue(item, side === 'buy' ? 'sell' : 'buy')) {
      if (remaining === 0n) break
      if (side === 'buy' ? lot.price > price : lot.price < price) break
      if (lot.owner === owner) {
        if (command.mode === 'rest') return 'would_match_own_lot'
        continue
      }
      const count = remaining < lot.open ? remaining : lot.open
      trades.push({ lot, count })
      remaining -= count
    }
    if (command.mode === 'now' && remaining > 0n) return 'market_moved'
    const ownLots = this.lots.filter((lot) => lot.owner === owner).length
    if (command.mode === 'rest' && remaining > 0n && ownLots >= this.#maxOpenLots) return 'too_many_lots'
    const cost = trades.reduce((sum, { lot, count }) => sum + lot.price * count, 0n) + remaining * price
    if (side === 'buy' && this.free(owner, COIN) < cost) return 'not_enough_coins'
    if (side === 'sell' && this.free(owner, item) < BigInt(command.count)) return 'not_enough_items'
    return this.#settle(command, trades, remaining)
  }

  #settle(command: PlaceLot, trades: { lot: NaiveLot; count: bigint }[], remaining: bigint): string {
    const { userId: owner, itemId: item, side } = command
    for (const { lot, count } of trades) {
      const paid = lot.price * count
      const fee = (paid * this.#feeBasisPoints) / 10_000n
      const [buyer, seller] = side === 'buy' ? [owner, lot.owner] : [lot.owner, owner]
      this.#add(buyer, side === 'buy' ? 'free' : 'held', COIN, -paid)
      this.#add(seller, side === 'buy' ? 'held' : 'free', item, -count)
      this.#add(buyer, 'free', item, count)
      this.#add(seller, 'free', COIN, paid - fee)
      this.#purchase(buyer, item, count, paid)
      this.#sale(seller, item, count, paid - fee)
      this.minted.set(COIN, (this.minted.get(COIN) ?? 0n) - fee)
    }
    for (const { lot, count } of trades) lot.open -= count
    this.lots = this.lots.filter((lot) => lot.open > 0n)
    if (remaining > 0n) {
      const price = BigInt(command.price)
      const [asset, amount] = side === 'sell' ? [item, remaining] : [COIN, remaining * price]
      this.#add(owner, 'free', asset, -amount)
      this.#add(owner, 'held', asset, amount)
      this.#sequence += 1
      this.lots.push({ sequence: this.#sequence, owner, item, side, price, open: remaining })
    }
    return 'ok'
  }

  #purchase(buyer: string, item: number, count: bigint, paid: bigint): void {
    const { held, cost, profit, other } = this.basis(buyer, item)
    this.#bases.set(`${buyer}/${item}`, { held: held + count, cost: capped(cost + paid), profit, other })
  }

  /** Bought items are sold first. */
  #sale(seller: string, item: number, count: bigint, received: bigint): void {
    const basis = this.basis(seller, item)
    const bought = count < basis.held ? count : basis.held
    const cost = bought === 0n ? 0n : (basis.cost * bought) / basis.held
    const proceeds = (received * bought) / count
    this.#bases.set(`${seller}/${item}`, {
      held: basis.held - bought,
      cost: basis.cost - cost,
      profit: capped(basis.profit + proceeds - cost),
      other: capped(basis.other + received - proceeds),
    })
  }

  #add(owner: string, bucket: 'free' | 'held', asset: number, change: bigint): void {
    const purse = this.purses.get(owner)
    purse?.[bucket].set(asset, (purse[bucket].get(asset) ?? 0n) + change)
  }
}

function capped(sum: bigint): bigint {
  return sum > LIMIT ? LIMIT : sum < -LIMIT ? -LIMIT : sum
}
