import * as z from 'zod'
import { LANGUAGES, PLAYER_KEY_SETTINGS } from '@clutch/contract/constants'
import {
  MAX_CHAT_CHANNELS,
  MAX_CHAT_LINK_DOMAINS,
  MAX_CHAT_WORD_LENGTH,
  MAX_CHAT_WORDS,
  MAX_DOMAIN_LENGTH,
  MAX_DURATION_SEC,
  MAX_NAME_LENGTH,
  MAX_PACK_ID_LENGTH,
  MAX_STARTER_ITEMS,
  MAX_STORE_COIN_PACK,
  MAX_STORE_COIN_PACKS,
  MAX_VERSION_LENGTH,
} from '../limits.ts'
import type { ChatChannel, EnergySettings, MarketSettings, StoreCoin } from '../pack.ts'
import { amount, color, httpUrl, itemCounts, itemId, localized } from './primitives.ts'

const MAX_FEE_BASIS_POINTS = 9_999
/** Rules §17. */
const DEFAULT_REFERRAL_MIN_VALUE = 1_000
const MAX_LOTS_SETTING = 100_000
const MAX_ITEMS_PER_LOT_SETTING = 1_000_000_000

const market = z
  .strictObject({
    fee_basis_points: z.int().min(0).max(MAX_FEE_BASIS_POINTS).default(0),
    max_open_lots: z.int().min(1).max(MAX_LOTS_SETTING).default(200),
    max_items_per_lot: z.int().min(1).max(MAX_ITEMS_PER_LOT_SETTING).default(1_000_000),
  })
  .prefault({})
  .transform((raw): MarketSettings => ({
    feeBasisPoints: raw.fee_basis_points,
    maxOpenLots: raw.max_open_lots,
    maxItemsPerLot: raw.max_items_per_lot,
  }))

const gift = z.strictObject({ coins: amount.default(0), items: itemCounts(MAX_STARTER_ITEMS).default([]) }).prefault({})

const energy = z
  .strictObject({ item_id: itemId, duration_sec: z.int().min(1).max(MAX_DURATION_SEC) })
  .transform((raw): EnergySettings => ({ itemId: raw.item_id, durationSec: raw.duration_sec }))

const storeCoin = z
  .strictObject({
    item_id: itemId,
    packs: z
      .array(z.strictObject({ item_id: itemId, count: z.int().min(2).max(MAX_STORE_COIN_PACK) }))
      .max(MAX_STORE_COIN_PACKS)
      .default([]),
  })
  .transform((raw): StoreCoin => ({
    itemId: raw.item_id,
    packs: raw.packs.map(({ item_id, count }) => ({ itemId: item_id, count })).toSorted((a, b) => b.count - a.count),
  }))

const storeCoins = z.strictObject({ gold: storeCoin, silver: storeCoin, bronze: storeCoin })

const chatChannel = z
  .strictObject({
    id: z.int().min(1).max(1_000_000),
    name: localized(MAX_NAME_LENGTH),
    color,
    slow_mode_sec: z.literal([0, 5, 10, 30, 60, 300, 900, 3_600]).default(0),
    writers: z.enum(['everybody', 'moderators']).default('everybody'),
  })
  .transform((raw): ChatChannel => ({
    id: raw.id,
    names: raw.name,
    color: raw.color,
    slowModeSec: raw.slow_mode_sec,
    writers: raw.writers,
  }))

/** Words or phrases; a star at an end matches any letters. */
const chatWords = z.partialRecord(
  z.enum(LANGUAGES),
  z.array(z.string().trim().min(2).max(MAX_CHAT_WORD_LENGTH)).max(MAX_CHAT_WORDS),
)

/** `pack.json`: the game's name and general settings. */
export const packFile = z.strictObject({
  id: z
    .string()
    .max(MAX_PACK_ID_LENGTH)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: 'A pack id is written in lower case with dashes, such as "my-game".' }),
  version: z.string().min(1).max(MAX_VERSION_LENGTH),
  name: localized(MAX_NAME_LENGTH),
  languages: z
    .array(z.enum(LANGUAGES))
    .min(1)
    .max(LANGUAGES.length)
    .default([...LANGUAGES]),
  market,
  starter_pack: gift,
  referral_reward: gift,
  referral_min_value: amount.default(DEFAULT_REFERRAL_MIN_VALUE),
  energy: energy.optional(),
  store_coins: storeCoins.optional(),
  chat_channels: z.array(chatChannel).max(MAX_CHAT_CHANNELS).default([]),
  chat_words: chatWords.default({}),
  chat_link_domains: z
    .array(
      z
        .string()
        .max(MAX_DOMAIN_LENGTH)
        .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, { error: 'A domain is written like example.org.' }),
    )
    .max(MAX_CHAT_LINK_DOMAINS)
    .default([]),
  report_issue_url: httpUrl.optional(),
  player_keys: z.enum(PLAYER_KEY_SETTINGS).default('read'),
})
