import * as z from 'zod'
import { DEMO_PLAYERS } from './players.ts'

/** Item definitions of the coins. */
export interface CoinItemIds {
  readonly gold: number
  readonly silver: number
  readonly bronze: number
}

/** One stack of equal items in a player's platform inventory. */
export interface Stack {
  readonly itemId: string
  readonly itemDefId: number
  quantity: number
  readonly acquiredAtMs: number
}

/** What an answered request touched, to answer a repeat. */
interface AnsweredRequest {
  readonly key: string
  readonly itemIds: readonly string[]
  readonly forgottenAtMs: number
}

/** Special conditions of a change. */
export interface Circumstances {
  /** How long its request id is remembered. */
  readonly rememberedMs?: number
  /** The inventory is full: new requests are refused. */
  readonly isFull?: boolean
}

export interface Change {
  readonly stacks: readonly Stack[]
  /** Whether this request id had been answered before, so that nothing changed. */
  readonly replayed: boolean
}

export type InventoryRefusal = 'no_such_item' | 'not_enough_items' | 'inventory_full'
export type ChangeResult =
  | { readonly ok: true; readonly change: Change }
  | { readonly ok: false; readonly refusal: InventoryRefusal }

/** Request ids are remembered for two days, up to this many. */
const ANSWERED_REQUESTS_MAX = 50_000
const HOUR_MS = 3_600_000
const REMEMBERED_MS = 48 * HOUR_MS
/** The shortest time the platform remembers a request id. */
export const REMEMBERED_MIN_MS = 25 * HOUR_MS
const STACKS_PER_PLAYER_MAX = 5_000
const FIRST_ITEM_ID = 5_000_000_001
/** Initial coins of every demo player. */
const STARTING_COINS = { gold: 25, silver: 400, bronze: 9_000 } as const
/** Packs allow one request to grant many coins; their id is coin id + offset. */
const COIN_PACKS = [
  { offset: 100, size: 100 },
  { offset: 200, size: 10_000 },
] as const

const savedState = z.object({
  nextItemId: z.int(),
  players: z.record(
    z.string(),
    z.array(z.object({ itemId: z.string(), itemDefId: z.int(), quantity: z.int().min(0), acquiredAtMs: z.number() })),
  ),
  answered: z.array(
    z.object({
      key: z.string(),
      itemIds: z.array(z.string()),
      forgottenAtMs: z.number().default(Number.MAX_SAFE_INTEGER),
    }),
  ),
})

/** The platform's inventories: stacks per player, changed at most once per request id. */
export class Inventory {
  readonly #packs: ReadonlyMap<number, { coin: number; size: number }>
  readonly #players = new Map<string, Stack[]>()
  readonly #answered = new Map<string, AnsweredRequest>()
  #nextItemId = FIRST_ITEM_ID

  /** `saved` is an earlier `snapshot`, or undefined for a new platform. */
  constructor(coins: CoinItemIds, saved: unknown, nowMs: number) {
    this.#packs = new Map(
      Object.values(coins).flatMap((coin: number) =>
        COIN_PACKS.map(({ offset, size }) => [coin + offset, { coin, size }] as const),
      ),
    )
    if (saved === undefined) this.#grantStartingCoins(coins, nowMs)
    else this.#restore(saved)
  }

  stacksOf(steamId: string): readonly Stack[] {
    return this.#players.get(steamId) ?? []
  }

  /** Grants one unit per entry of `itemDefIds`; packs are unpacked. Equal items arrive as one new stack. */
  add(
    steamId: string,
    itemDefIds: readonly number[],
    requestId: string | undefined,
    nowMs: number,
    { rememberedMs = REMEMBERED_MS, isFull = false }: Circumstances = {},
  ): ChangeResult {
    const key = requestKey('add', steamId, requestId)
    const replay = this.#replay(steamId, key, nowMs)
    if (replay) return replay
    if (isFull) return { ok: false, refusal: 'inventory_full' }
    const granted = new Map<number, number>()
    for (const id of itemDefIds) {
      const { coin, size } = this.#packs.get(id) ?? { coin: id, size: 1 }
      granted.set(coin, (granted.get(coin) ?? 0) + size)
    }
    if (this.stacksOf(steamId).length + granted.size > STACKS_PER_PLAYER_MAX)
      return { ok: false, refusal: 'inventory_full' }
    const stacks = [...granted].map(([itemDefId, quantity]) => this.#newStack(steamId, itemDefId, quantity, nowMs))
    this.#remember(key, stacks, nowMs + rememberedMs)
    return { ok: true, change: { stacks, replayed: false } }
  }

  /** Takes `quantity` units from one stack, or nothing. */
  consume(
    steamId: string,
    itemId: string,
    quantity: number,
    requestId: string | undefined,
    nowMs: number,
    { rememberedMs = REMEMBERED_MS, isFull = false }: Circumstances = {},
  ): ChangeResult {
    const key = requestKey('consume', steamId, requestId)
    const replay = this.#replay(steamId, key, nowMs)
    if (replay) return replay
    if (isFull) return { ok: false, refusal: 'inventory_full' }
    const stack = this.stacksOf(steamId).find((candidate) => candidate.itemId === itemId)
    if (stack === undefined) return { ok: false, refusal: 'no_such_item' }
    if (stack.quantity < quantity) return { ok: false, refusal: 'not_enough_items' }
    stack.quantity -= quantity
    if (stack.quantity === 0) this.#removeStack(steamId, itemId)
    this.#remember(key, [stack], nowMs + rememberedMs)
    return { ok: true, change: { stacks: [stack], replayed: false } }
  }

  /** Merges the stacks of each given item into the oldest. @returns the merged stacks. */
  consolidate(steamId: string, itemDefIds: readonly number[]): readonly Stack[] {
    return itemDefIds.flatMap((itemDefId) => {
      const [oldest, ...others] = this.stacksOf(steamId).filter((stack) => stack.itemDefId === itemDefId)
      if (oldest === undefined) return []
      for (const other of others) {
        oldest.quantity += other.quantity
        this.#removeStack(steamId, other.itemId)
      }
      return [oldest]
    })
  }

  quantityOf(steamId: string, itemDefId: number): number {
    return this.stacksOf(steamId).reduce((sum, stack) => sum + (stack.itemDefId === itemDefId ? stack.quantity : 0), 0)
  }

  snapshot(): z.infer<typeof savedState> {
    return {
      nextItemId: this.#nextItemId,
      players: Object.fromEntries(this.#players),
      answered: [...this.#answered.values()].map(({ itemIds, ...request }) => ({ ...request, itemIds: [...itemIds] })),
    }
  }

  #restore(saved: unknown): void {
    const state = savedState.parse(saved)
    this.#nextItemId = state.nextItemId
    for (const [steamId, stacks] of Object.entries(state.players)) this.#players.set(steamId, stacks)
    for (const request of state.answered) this.#answered.set(request.key, request)
  }

  #grantStartingCoins(coins: CoinItemIds, nowMs: number): void {
    for (const { steamId } of DEMO_PLAYERS) {
      this.#newStack(steamId, coins.gold, STARTING_COINS.gold, nowMs)
      this.#newStack(steamId, coins.silver, STARTING_COINS.silver, nowMs)
      this.#newStack(steamId, coins.bronze, STARTING_COINS.bronze, nowMs)
    }
  }

  #newStack(steamId: string, itemDefId: number, quantity: number, acquiredAtMs: number): Stack {
    const stack = { itemId: String(this.#nextItemId), itemDefId, quantity, acquiredAtMs }
    this.#nextItemId += 1
    this.#players.set(steamId, [...this.stacksOf(steamId), stack])
    return stack
  }

  #removeStack(steamId: string, itemId: string): void {
    this.#players.set(
      steamId,
      this.stacksOf(steamId).filter((stack) => stack.itemId !== itemId),
    )
  }

  /** A repeat returns the current stacks; consumed ones are missing, as on the real platform. */
  #replay(steamId: string, key: string | undefined, nowMs: number): ChangeResult | undefined {
    const answered = key === undefined ? undefined : this.#answered.get(key)
    if (answered === undefined || answered.forgottenAtMs <= nowMs) return undefined
    const stacks = this.stacksOf(steamId).filter((stack) => answered.itemIds.includes(stack.itemId))
    return { ok: true, change: { stacks, replayed: true } }
  }

  #remember(key: string | undefined, stacks: readonly Stack[], forgottenAtMs: number): void {
    if (key === undefined) return
    this.#answered.delete(key)
    this.#answered.set(key, { key, itemIds: stacks.map((stack) => stack.itemId), forgottenAtMs })
    const [oldest] = this.#answered.keys()
    if (this.#answered.size > ANSWERED_REQUESTS_MAX && oldest !== undefined) this.#answered.delete(oldest)
  }
}

function requestKey(method: 'add' | 'consume', steamId: string, requestId: string | undefined): string | undefined {
  return requestId === undefined ? undefined : `${method}:${steamId}:${requestId}`
}
