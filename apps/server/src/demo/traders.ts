import type { ContentItem, ContentPack } from '@clutch/content'
import { asUserId, rngFromText, type Rng, type UserId } from '@clutch/economy'
import { v5 } from 'uuid'

/** A simulated player; wealth determines the size of their orders. */
export interface Trader {
  readonly userId: UserId
  readonly steamId: string
  readonly name: string
  readonly wealthCoins: number
}

/** An item that traders trade, with its reference price. */
export interface TradedItem {
  readonly item: ContentItem
  readonly referenceCoins: number
  readonly volatility: number
  /** Sum of the popularities up to and including this item, for weighted draws. */
  readonly cumulativePopularity: number
}

/** Uuid namespace of simulated traders' ids, which are the same at every start. */
const TRADER_NAMESPACE = '6f2d1c1e-58f3-5f0a-9a53-0d7f4b6a1c11'
const FIRST_TRADER_STEAM_ID = 76_561_190_000_100_000n
const SMALLEST_PURSE_COINS = 400_000
const LARGEST_PURSE_FACTOR = 400

const FIRST_NAMES = [
  'Alder',
  'Brisa',
  'Corvin',
  'Dunya',
  'Edda',
  'Fenn',
  'Galya',
  'Hideo',
  'Ilka',
  'Joaquim',
  'Kestrel',
  'Lumi',
  'Maren',
  'Nadir',
  'Oona',
  'Petra',
  'Quill',
  'Rurik',
  'Saffi',
  'Tamsin',
]
const BY_NAMES = [
  'of the Quay',
  'Brassthumb',
  'Two-Ledgers',
  'the Patient',
  'Saltmarsh',
  'Lanternlit',
  'Oddcoin',
  'the Younger',
  'Highbid',
  'Emberlane',
]

/** Creates the traders of a seed; the same seed gives the same traders. */
export function createTraders(seed: string, count: number): Trader[] {
  const rng = rngFromText(`${seed}/traders`)
  return Array.from({ length: count }, (_, index) => {
    const first = FIRST_NAMES[index % FIRST_NAMES.length] ?? ''
    const last = BY_NAMES[Math.floor(index / FIRST_NAMES.length) % BY_NAMES.length] ?? ''
    const luck = rng.below(1_000) / 1_000
    return {
      userId: asUserId(v5(`${seed}/${index}`, TRADER_NAMESPACE)),
      steamId: String(FIRST_TRADER_STEAM_ID + BigInt(index)),
      name: `${first} ${last}`,
      wealthCoins: Math.round(SMALLEST_PURSE_COINS * LARGEST_PURSE_FACTOR ** (luck * luck)),
    }
  })
}

/** Items of a pack that are tradable and have a reference value. */
export function listTradedItems(pack: ContentPack): TradedItem[] {
  let cumulativePopularity = 0
  return pack.items.flatMap((item) => {
    if (!item.canSell || item.demo === null || item.bundle.length > 0) return []
    cumulativePopularity += item.demo.popularity
    return [{ item, referenceCoins: item.demo.valueCoins, volatility: item.demo.volatility, cumulativePopularity }]
  })
}

const POPULARITY_STEPS = 1_000_000

/** Picks a random item, weighted by popularity. */
export function pickItem(items: readonly TradedItem[], rng: Rng): TradedItem | undefined {
  const total = items.at(-1)?.cumulativePopularity ?? 0
  const draw = (rng.below(POPULARITY_STEPS) / POPULARITY_STEPS) * total
  return items.find(({ cumulativePopularity }) => draw < cumulativePopularity)
}
