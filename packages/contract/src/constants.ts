/** Names and numbers of the specification shared by server and client. Those of the rules have the rules' types. */

import type * as rules from '@clutch/economy'

/** Languages of the interface and of item texts (document 1 §9). */
export const LANGUAGES = ['en', 'ru', 'zh', 'tr', 'pt', 'ja'] as const
export type Language = (typeof LANGUAGES)[number]

/** A value for each language. */
export function perLanguage<Value>(make: (language: Language) => Value): Record<Language, Value> {
  return Object.fromEntries(LANGUAGES.map((language) => [language, make(language)])) as Record<Language, Value>
}

/** Version of the API by date, and the header by which a client names it (docs/api-changes.md). */
export const API_VERSION = '2026-12-01'
export const API_VERSION_HEADER = 'clutch-version'

/** The interface starts in English; a profile starts in Russian (document 1 §3 and §9). */
export const DEFAULT_LANGUAGE: Language = 'en'
export const DEFAULT_PROFILE_LANGUAGE: Language = 'ru'

/** Store coins, most valuable first, with their value in coins (document 1 §9). */
export const COIN_RATES = { gold: 1_000_000, silver: 10_000, bronze: 100 } as const
export type StoreCoin = keyof typeof COIN_RATES

export const PRICE_CURRENCIES = ['coin', 'bronze', 'silver', 'gold'] as const
export type PriceCurrency = (typeof PRICE_CURRENCIES)[number]

export const CHART_INTERVALS = ['hour', 'day', 'week', 'month'] as const
export type ChartInterval = (typeof CHART_INTERVALS)[number]

/** How far back a chart looks from now, in days (document 1 §7). */
export const CHART_LOOK_BACK_DAYS: Readonly<Record<ChartInterval, number>> = { hour: 2, day: 30, week: 90, month: 365 }

export const MARKET_HISTORY_TYPES = [
  'cancel_sell',
  'cancel_buy',
  'sell_auto',
  'buy_auto',
  'sell_manual',
  'buy_manual',
  'exchange_to_steam',
  'exchange_from_steam',
] as const
export type MarketHistoryType = (typeof MARKET_HISTORY_TYPES)[number]

/** Effect of a type on items and coins in the history table (document 1 §4). */
export const MARKET_HISTORY_EFFECTS: Readonly<Record<MarketHistoryType, { items: -1 | 0 | 1; coins: -1 | 0 | 1 }>> = {
  buy_manual: { items: 1, coins: -1 },
  buy_auto: { items: 1, coins: -1 },
  cancel_sell: { items: 1, coins: -1 },
  sell_manual: { items: -1, coins: 1 },
  sell_auto: { items: -1, coins: 1 },
  cancel_buy: { items: -1, coins: 1 },
  exchange_from_steam: { items: 0, coins: 1 },
  exchange_to_steam: { items: 0, coins: -1 },
}

/** The entry that means "nothing" in bundles; never shown (document 1 §9). */
export const HIDDEN_BUNDLE_ID = 40

/** In ascending order; each includes the rights of those before it (rules §13). */
export const ROLES = ['player', 'moderator', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** Largest price of one item, in coins (rules §2). */
export const PRICE_MAX: typeof rules.PRICE_MAX = 1_000_000_000_000
/** Item definition ids are positive 32-bit integers, as on the store platform (rules §17). */
export const ITEM_ID_MAX = 2_147_483_647
/** Absolute limit of items per lot; a content pack may lower it (rules §2). */
export const LOT_COUNT_MAX = 1_000_000

/** Recipe ids stay below 2^31. */
export const RECIPE_ID_MAX = 2_147_483_647
/** Units of one craft or factory run (document 2 §9). */
export const CRAFT_COUNT_MAX = 1_000
/** Entries on one page of the craft and factory histories (document 2 §9). */
export const CRAFT_HISTORY_PAGE_SIZE = 10
/** Pause between two starts that the factory screen sends (document 2 §9). */
export const FACTORY_START_GAP_MS = 100
/** Most parallel runs of one harvest recipe, also for a setting of 0 (rules §6). */
export const HARVEST_PARALLEL_MAX = 10_000
/** Priorities are 0 … 9, higher is used first (document 2 §5). */
export const HARVEST_PRIORITY_MAX = 9
export const STORE_COINS: typeof rules.STORE_COINS = ['gold', 'silver', 'bronze']
/** Exchanges per page, and the newest steps of each. */
export const EXCHANGE_PAGE_SIZE = 30
export const EXCHANGE_STEPS_SHOWN = 40
/** Parked exchanges on one page of the console, and steps on one page of the evidence. */
export const PARKED_PAGE_SIZE = 20
export const EVIDENCE_PAGE_SIZE = 50
/** Items per salary call: the most a content pack can rent out. */
export const RENTABLE_ITEMS_MAX = 500

export const NOTIFICATION_TIME_MS = 3_000
export const HISTORY_PAGE_SIZE = 100
/** Operations on one page of the inventory history. */
export const INVENTORY_HISTORY_PAGE_SIZE = 50
export const WATCHED_ITEMS_MAX: typeof rules.WATCHED_ITEMS_MAX = 500
export const PRICE_ALERTS_MAX: typeof rules.PRICE_ALERTS_MAX = 100
/** Notifications per page; only the newest thousand of a player are stored. */
export const NOTIFICATION_PAGE_SIZE = 50
export const KEPT_NOTIFICATIONS_MAX = 1_000
/** Rows on one page of the audit log. */
export const AUDIT_PAGE_SIZE = 50
/** Attempts on one page of a webhook's deliveries. */
export const WEBHOOK_DELIVERIES_PAGE_SIZE = 50
/** Operations on one page of a player's ledger, as operators see it. */
export const OPERATIONS_PAGE_SIZE = 50
/** A player's open lots on one page of the console. */
export const PLAYER_LOTS_PAGE_SIZE = 50
/** Players per compensation run; limited because each adds a row to the audit log. */
export const COMPENSATION_PLAYERS_MAX = 100_000
/** Characters of a pasted list: over a thousand ids within one request. */
export const COMPENSATION_LIST_LENGTH_MAX = 50_000
/** Coins per player: a thousand gold. Rejects typos of a few zeros and keeps totals below 2^53. */
export const COMPENSATION_COINS_MAX = 1_000_000_000
/** Amount per item, as for a lot, and item types per player. */
export const COMPENSATION_COUNT_MAX = 1_000_000
export const COMPENSATION_ITEMS_MAX = 10
/** Unmatched entries returned. */
export const COMPENSATION_NOT_UNDERSTOOD_MAX = 100
/** Runs, or rejected grants, per page. */
export const COMPENSATION_PAGE_SIZE = 20
/** Points of a week's sparkline: half a day each. */
export const MARKET_WEEK_SLOTS = 14
/** Days of a portfolio per call. */
export const PORTFOLIO_DAYS_MAX = 366
/** A summary of what happened while a player was away looks back this many days at most. */
export const AWAY_DAYS_MAX = 30
/** Items per fair price call: both sides of a trade. */
export const FAIR_PRICES_MAX = 80
/** Latest trades of an item per response. */
export const RECENT_TRADES_MAX = 50
/** Characters from which a player search starts (document 2 §5). */
export const FIND_USERS_QUERY_MIN = 2
export const FIND_USERS_QUERY_MAX = 64
export const FIND_USERS_DEBOUNCE_MS = 300
export const FOUND_USERS_MAX = 20
/** Item types that one side of a trade may offer (rules §11). */
export const TRADE_ITEMS_MAX: typeof rules.TRADE_ITEMS_MAX = 40
/** Past trades on one page. */
export const TRADE_HISTORY_PAGE_SIZE = 50
/** How long the confirm button stays locked after the other side changed something (rules §11). */
export const TRADE_LOCK_MS = 3_000
/** Imbalance, in percent of the more valuable side, from which a trade shows a warning (rules §11). */
export const TRADE_IMBALANCE_PERCENT = 25
export const FIRST_CONNECT_DELAY_MS = 100
export const RECONNECT_BASE_DELAY_MS = 3_000
export const RECONNECT_DELAY_FACTOR = 1.5
export const RECONNECT_MAX_DELAY_MS = 30_000
export const TOKEN_CHANGE_RECONNECT_DELAY_MS = 1_000
/** How often the server sends a heartbeat over the live connection and over event streams (rules §17). */
export const HEARTBEAT_EVERY_MS = 15_000
/** A live connection that is silent for this long counts as lost (rules §17). */
export const SILENCE_MAX_MS = 35_000
export const EVENT_WAIT_TIMEOUT_MS = 30_000
export const KEPT_EVENTS_MAX = 1_000
/** A normal close of the live connection (document 1 §4). */
export const NORMAL_CLOSE_CODE = 1_000
/** The server lost events or stops: the client reconnects, to another server if there is one, and refetches. */
export const RECONNECT_CLOSE_CODE = 1_012
/** The session of the connection has ended; reconnecting needs a new sign-in. */
export const SESSION_ENDED_CLOSE_CODE = 4_001
/** The client read too slowly; it reconnects and reloads. */
export const SLOW_CONSUMER_CLOSE_CODE = 4_008

/** Characters of a reason or a note that an operator writes. */
export const TEXT_MAX = 300

/** Characters of one chat message (rules §12). */
export const CHAT_TEXT_LENGTH_MAX = 300
/** Messages on one page of a channel's history (rules §12). */
export const CHAT_HISTORY_PAGE_SIZE = 50
/** Selectable slow modes of a channel (rules §12). */
export const CHAT_SLOW_MODES_SEC = [0, 5, 10, 30, 60, 300, 900, 3_600] as const
/** Longest time-out: 28 days (rules §12). */
export const CHAT_TIME_OUT_MAX_SEC = 28 * 86_400
export const CHAT_REASON_LENGTH_MAX = 200
/** Unread messages are counted up to this limit, which is shown as 99+ (rules §12). */
export const CHAT_UNREAD_MAX = 100

/** Referred players listed, newest first. */
export const REFERRED_PLAYERS_SHOWN = 50

/** Ended harvests on one page. */
export const HARVEST_HISTORY_PAGE_SIZE = 20
/** Runs of one simulation (rules §10). */
export const SIMULATED_RUNS_MAX = 10_000

/** Spins per call (rules §10). */
export const SPINS_PER_CALL_MAX = 100
/** Spins on one page of the history. */
export const SPINS_PAGE_SIZE = 50

/** Announcements and changelog entries of operators: the limits are those of a content pack (docs/content.md). */
export const NEWS_LIMITS = {
  idLength: 64,
  versionLength: 32,
  titleLength: 120,
  bodyLength: 20_000,
  urlLength: 2_000,
  /** A feature of an announcement, or a change in a changelog. */
  lineLength: 4_000,
  lines: 100,
  /** Entries that are not withdrawn. */
  entries: 200,
  /** One entry in all languages. */
  entryBytes: 1_048_576,
} as const

/** Days between the request to delete an account and the deletion. */
export const DELETION_DELAY_DAYS = 14
/** What a player types to confirm the request, in every language. */
export const DELETION_CONFIRMATION = 'DELETE'

/** Days for which a finished export can be downloaded. */
export const EXPORT_LIFE_DAYS = 7

/** What a player's own key may do; it acts only as its player. */
export const PLAYER_KEY_SCOPES = ['account:read', 'market:read', 'market:trade'] as const
export type PlayerKeyScope = (typeof PLAYER_KEY_SCOPES)[number]

/** Whether a game's players may have keys, and for what: `trade` allows all scopes, `read` those that read. */
export const PLAYER_KEY_SETTINGS = ['off', 'read', 'trade'] as const
export type PlayerKeySetting = (typeof PLAYER_KEY_SETTINGS)[number]

/** Keys per player. */
export const PLAYER_KEYS_MAX = 10
/** Uses that are listed per key. */
export const KEY_USES_LISTED = 20
