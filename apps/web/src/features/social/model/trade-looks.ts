import type { Trade } from '@clutch/contract'
import { TRADE_LOCK_MS } from '@clutch/contract/constants'
import { localStore } from '#shared/storage/browser-storage.ts'
import { isOffer, isSameOffer, offersOf, type Offer } from './offers.ts'
import { keyOf } from './trade-drafts.ts'

/** What the player has seen of the other side's offer in an open trade. */
export interface TradeLook {
  /** The offer as first seen, or as it was at the player's last confirmation. */
  readonly looked: Offer
  /** The offer as it is now. */
  readonly latest: Offer
  readonly revision: number
  /** Unix milliseconds; until then nothing is confirmed, as the offer has only just changed (rules §11). */
  readonly lockedUntilMs: number
}

const LOOKS_KEY = 'trade-looks'
/** Trades that are remembered. Those that end while the page is closed are forgotten last. */
const LOOKS_MAX = 300

/**
 * What changed in each open trade since the player looked, and until when that locks confirming. Stored next to the trades and
 * not in their popup: reopening the popup or the page does not count as looking.
 */
export class TradeLooks {
  #looks: ReadonlyMap<string, TradeLook>
  readonly #listeners = new Set<() => void>()
  readonly #storage: Storage
  readonly #nowMs: () => number

  constructor(storage: Storage, nowMs: () => number = Date.now) {
    this.#storage = storage
    this.#nowMs = nowMs
    this.#looks = savedLooks(storage)
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  lookAt(trade: Trade): TradeLook | undefined {
    return this.#looks.get(keyOf(trade))
  }

  /** Takes in a trade as it is now. An older revision, overtaken by an event, is passed over. */
  note(trade: Trade): void {
    const known = this.lookAt(trade)
    if (trade.trade_status !== 'active') return known === undefined ? undefined : this.#set(trade, undefined)
    const { theirs: latest } = offersOf(trade)
    const { revision } = trade
    if (known === undefined) return this.#set(trade, { looked: latest, latest, revision, lockedUntilMs: 0 })
    if (revision <= known.revision) return undefined
    const lockedUntilMs = isSameOffer(known.latest, latest) ? known.lockedUntilMs : this.#nowMs() + TRADE_LOCK_MS
    return this.#set(trade, { ...known, latest, revision, lockedUntilMs })
  }

  /** The player has confirmed against this offer: its contents are no longer marked as changed. */
  confirmSeen(trade: Trade, looked: Offer): void {
    const known = this.lookAt(trade)
    if (known !== undefined) this.#set(trade, { ...known, looked })
  }

  #set(trade: Trade, look: TradeLook | undefined): void {
    const others = Array.from(this.#looks).filter(([key]) => key !== keyOf(trade))
    const all = look === undefined ? others : [...others, [keyOf(trade), look] as const]
    this.#looks = new Map(all.slice(-LOOKS_MAX))
    this.#storage.setItem(LOOKS_KEY, JSON.stringify([...this.#looks]))
    for (const listener of this.#listeners) listener()
  }
}

export const tradeLooks = new TradeLooks(localStore)

function savedLooks(storage: Storage): ReadonlyMap<string, TradeLook> {
  try {
    const saved: unknown = JSON.parse(storage.getItem(LOOKS_KEY) ?? '[]')
    return new Map(Array.isArray(saved) ? saved.filter(isEntry) : [])
  } catch {
    return new Map()
  }
}

function isEntry(value: unknown): value is [string, TradeLook] {
  if (!Array.isArray(value) || typeof value[0] !== 'string') return false
  const look: unknown = value[1]
  if (typeof look !== 'object' || look === null) return false
  const { looked, latest, revision, lockedUntilMs } = look as Partial<Record<keyof TradeLook, unknown>>
  return isOffer(looked) && isOffer(latest) && typeof revision === 'number' && typeof lockedUntilMs === 'number'
}
