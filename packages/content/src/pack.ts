import type { Language } from '@clutch/contract/constants'
import type { Localized } from './localized.ts'

/** `count` units of an item; inside a generator `count` is the relative weight of the entry. */
export interface ItemCount {
  readonly itemId: number
  readonly count: number
}

export type ContentItemType = 'item' | 'bundle' | 'generator' | 'other'

/** Reference values for simulated traders. Used by the demo only, never by rules. */
export interface DemoReference {
  /** Reference price of one unit, in coins. */
  readonly valueCoins: number
  /** Typical daily change as a share of the value, 0 … 1. */
  readonly volatility: number
  /** Relative weight of the item for traders. */
  readonly popularity: number
}

export interface ContentItem {
  readonly id: number
  readonly type: ContentItemType
  readonly names: Localized
  /** BBCode; empty where the pack has no description. */
  readonly descriptions: Localized
  /** Name of a picture in the game-icons set, without a prefix. */
  readonly icon: string
  /** A custom picture shown instead of `icon`; null for none. */
  readonly iconUrl: string | null
  /** Six lower-case hex digits, without `#`. */
  readonly nameColor: string
  readonly backgroundColor: string | null
  /** `category:value`, lower case. */
  readonly tags: readonly string[]
  readonly canSell: boolean
  readonly hidden: boolean
  readonly stackable: boolean
  /** Quantities of a bundle or weights of a generator; empty for plain items. */
  readonly bundle: readonly ItemCount[]
  readonly demo: DemoReference | null
}

export interface MarketSettings {
  readonly feeBasisPoints: number
  readonly maxOpenLots: number
  readonly maxItemsPerLot: number
}

export interface StarterPack {
  readonly coins: number
  readonly items: readonly ItemCount[]
}

export interface ChatChannel {
  readonly id: number
  readonly names: Localized
  /** Six lower-case hex digits, without `#`. */
  readonly color: string
  /** Default seconds between two messages of a player. */
  readonly slowModeSec: number
  readonly writers: 'everybody' | 'moderators'
}

export interface EnergySettings {
  readonly itemId: number
  readonly durationSec: number
}

/** One of the store platform's coins, by the platform's item definitions. */
export interface StoreCoin {
  readonly itemId: number
  /** Definitions that the platform opens into `count` coins, largest first. */
  readonly packs: readonly ItemCount[]
}

export interface StoreCoins {
  readonly gold: StoreCoin
  readonly silver: StoreCoin
  readonly bronze: StoreCoin
}

/** Coins and items that reward both sides of a referral (specification 3, section 13). */
export interface ReferralReward {
  readonly coins: number
  readonly items: readonly ItemCount[]
}

export interface CraftGroup {
  readonly id: string
  readonly names: Localized
}

export interface CraftOutput {
  readonly itemId: number
  readonly random: boolean
  /** Units per craft; equal to `minCount` and `maxCount` unless `random`. */
  readonly count: number
  readonly minCount: number
  readonly maxCount: number
}

export interface CraftRecipe {
  readonly id: number
  readonly itemForVision: number
  /** Id of a `CraftGroup`. */
  readonly craftGroup: string
  readonly timeCraftSec: number
  readonly remainList: readonly ItemCount[]
  readonly consumableList: readonly ItemCount[]
  readonly outputList: readonly CraftOutput[]
}

export interface WeightedItem {
  readonly itemId: number
  readonly weight: number
}

export interface FactoryOption {
  readonly itemId: number
  readonly timeForCraftSec: number
  /** One of these is drawn by weight for every unit made. */
  readonly possibleDropList: readonly WeightedItem[]
}

export interface FactorySlot {
  readonly names: Localized
  readonly options: readonly FactoryOption[]
}

export interface FactoryRecipe {
  readonly id: number
  readonly names: Localized
  readonly requiredList: readonly ItemCount[]
  readonly optionalList: readonly FactorySlot[]
  /** Generators, each drawn once per unit made. */
  readonly timerResultIds: readonly number[]
}

export interface HarvestItem {
  readonly itemId: number
  readonly count: number
  readonly requirements: readonly ItemCount[]
  /** 0 means the item gains no experience. */
  readonly expForUp: number
  readonly resultAfterUp: number | null
  readonly lootmoreCoef: number
  readonly speedCoef: number
  readonly breakPercent: number
  readonly onBreakResult: readonly number[]
}

export interface HarvestSlot {
  readonly names: Localized
  readonly availableItems: readonly HarvestItem[]
}

export interface HarvestResult {
  readonly itemId: number
  readonly count: number
  /** May exceed 100: each full 100 is a guaranteed unit. */
  readonly chancePercent: number
}

export interface HarvestRecipe {
  readonly id: number
  readonly names: Localized
  readonly durationHour: number
  readonly itemsSlots: readonly HarvestSlot[]
  readonly result: readonly HarvestResult[]
}

export interface RentShopItem {
  readonly itemId: number
  readonly priceCoins: number
}

export interface RentableItem {
  readonly itemId: number
  /** The hall it belongs to. */
  readonly hall: 'heroes' | 'relics'
  /** Coins per day shared by all rented units of the item. */
  readonly salaryPoolPerDayCoins: number
  /** Highest salary of one unit, in coins per day. */
  readonly salaryMaxCoins: number
  readonly shopItems: readonly RentShopItem[]
}

export type RouletteCost =
  | { readonly kind: 'coins'; readonly coins: number }
  | { readonly kind: 'item'; readonly itemId: number; readonly count: number }

export type RoulettePrize =
  | { readonly kind: 'coins'; readonly coins: number; readonly weight: number }
  | { readonly kind: 'item'; readonly itemId: number; readonly count: number; readonly weight: number }

export interface Roulette {
  readonly cost: RouletteCost
  readonly prizes: readonly RoulettePrize[]
}

export interface NewsLink {
  readonly url: string
  readonly labels: Localized
}

/** An ISO date in UTC, or a number of days relative to the day on which a world first starts. */
export type NewsDay = string | { readonly daysFromStart: number }

export interface Announcement {
  readonly id: string
  readonly publishedOn: NewsDay
  readonly startsOn: NewsDay | null
  readonly endsOn: NewsDay | null
  readonly titles: Localized
  /** BBCode. */
  readonly bodies: Localized
  readonly features: readonly Localized[]
  /** The changelog of an event; empty for an announcement without one. */
  readonly changes: readonly Localized[]
  readonly link: NewsLink | null
}

export interface ChangelogEntry {
  readonly version: string
  readonly publishedOn: NewsDay
  readonly changes: readonly Localized[]
}

export interface DemoEconomy {
  /** Number of simulated traders. */
  readonly traders: number
  /** Days of trading history simulated before the first start. */
  readonly historyDays: number
  /** The chat channel in which traders mention their offers; null for none. */
  readonly talkChannelId: number | null
}

export type PictureSubject = 'items' | 'categories' | 'harvest' | 'factory' | 'halls'
export type PictureType = 'png' | 'webp' | 'avif'

/** A picture from the pack's `images/`. */
export interface PackPicture {
  readonly of: PictureSubject
  /** Id of the item or recipe, the tag of a category, or the hall. */
  readonly id: string
  /** SHA-256 of its bytes in base64url. */
  readonly digest: string
  readonly type: PictureType
}

/** A whole game: everything an operator decides, validated. */
export interface ContentPack {
  readonly id: string
  readonly version: string
  readonly languages: readonly Language[]
  readonly name: Localized
  /** Ascending by id. */
  readonly items: readonly ContentItem[]
  readonly itemById: ReadonlyMap<number, ContentItem>
  /** Names by tag; not every tag needs one. */
  readonly tagNames: ReadonlyMap<string, Localized>
  readonly pictures: readonly PackPicture[]
  readonly market: MarketSettings
  readonly starterPack: StarterPack
  readonly referralReward: ReferralReward
  /** Coins that a new player's trades must be worth to earn the reward (rules §17). */
  readonly referralMinValue: number
  readonly energy: EnergySettings | null
  /** Null for a game without a coin exchange. */
  readonly storeCoins: StoreCoins | null
  readonly chatChannels: readonly ChatChannel[]
  /** Forbidden words and phrases of all languages; a star at an end matches any letters. */
  readonly chatWords: readonly string[]
  /** Domains whose addresses are links in the chat, in lower case. */
  readonly chatLinkDomains: readonly string[]
  /** Where players report an issue. */
  readonly reportIssueUrl: string | null
  /** What players' own keys may do (integration §5). */
  readonly playerKeys: 'off' | 'read' | 'trade'
  readonly craftGroups: readonly CraftGroup[]
  readonly craftRecipes: readonly CraftRecipe[]
  readonly factoryRecipes: readonly FactoryRecipe[]
  readonly harvestRecipes: readonly HarvestRecipe[]
  readonly rentableItems: readonly RentableItem[]
  readonly roulette: Roulette | null
  readonly announcements: readonly Announcement[]
  readonly changelog: readonly ChangelogEntry[]
  readonly demoEconomy: DemoEconomy
}
