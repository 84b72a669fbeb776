import { perLanguage } from '@clutch/contract'
import { DAY_SEC, HOUR_MS } from '@clutch/contract/formats'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const STARTER_ITEMS = 20
/** Id of the first good. */
export const FIRST_ITEM_ID = 1_001

export interface PackOptions {
  readonly items: number
  readonly starterCoins: number
  /** How many of each of the first goods a player begins with. */
  readonly starterCount: number
  /** How many goods those are. */
  readonly starterItems?: number
  readonly feeBasisPoints?: number
  readonly maxOpenLots?: number
  readonly maxItemsPerLot?: number
  /** Adds recipes of craft, factory and harvest, items to rent out, and an energy item. */
  readonly production?: boolean
  /** Adds a public channel, a slow one, one that only moderators write in, and banned words. */
  readonly chat?: boolean
  /** Coins for both sides of a referral, in addition to two of the first good. */
  readonly referralCoins?: number
  /** Required value of a new player's trades; defaults to 1 coin. */
  readonly referralMinValue?: number
  /** Adds a wheel of coins and the first good. */
  readonly roulette?: boolean
  /** What players' own keys may do. */
  readonly playerKeys?: 'off' | 'read' | 'trade'
}

/** A pack of plain goods numbered from 1001 on, one bound item, and a starter pack rich enough to trade with. */
export function makePack(options: PackOptions): string {
  const folder = mkdtempSync(join(tmpdir(), 'clutch-pack-'))
  const goods = Array.from({ length: options.items }, (_, index) =>
    plainItem(FIRST_ITEM_ID + index, `Good ${index + 1}`, true),
  )
  mkdirSync(join(folder, 'items'))
  writeJson(folder, 'pack.json', {
    id: 'test',
    version: '1',
    name: localized('Test'),
    market: {
      fee_basis_points: options.feeBasisPoints ?? 0,
      max_open_lots: options.maxOpenLots ?? 200,
      max_items_per_lot: options.maxItemsPerLot ?? 1_000_000,
    },
    store_coins: Object.fromEntries(
      ['gold', 'silver', 'bronze'].map((coin, index) => [
        coin,
        { item_id: 9_001 + index, packs: [counted(9_101 + index, 100), counted(9_201 + index, 10_000)] },
      ]),
    ),
    starter_pack: {
      coins: options.starterCoins,
      items: goods
        .slice(0, options.starterItems ?? STARTER_ITEMS)
        .map(({ id }) => ({ item_id: id, count: options.starterCount })),
    },
    ...(options.referralCoins === undefined
      ? {}
      : {
          referral_reward: { coins: options.referralCoins, items: [counted(FIRST_ITEM_ID, 2)] },
          referral_min_value: options.referralMinValue ?? 1,
        }),
    ...(options.chat === true ? chatSettings() : {}),
    ...(options.playerKeys === undefined ? {} : { player_keys: options.playerKeys }),
    ...(options.production === true ? { energy: { item_id: ENERGY_ITEM_ID, duration_sec: ENERGY_SEC } } : {}),
  })
  if (options.roulette === true) writeJson(folder, 'roulette.json', WHEEL)
  const special = [plainItem(BOUND_ITEM_ID, 'Sealed Letter', false)]
  if (options.production === true) {
    special.push(plainItem(ENERGY_ITEM_ID, 'Tonic', false))
    for (const [file, content] of Object.entries(productionFiles())) writeJson(folder, file, content)
  }
  writeJson(folder, 'items/goods.json', { items: [...goods, ...special] })
  writeJson(folder, 'demo.json', {
    references: goods.map(({ id }) => ({ item_id: id, value_coins: id - 950, volatility: 0.05, popularity: 1 })),
  })
  return folder
}

/** Cannot be sold. */
export const BOUND_ITEM_ID = 900_001

export const ENERGY_ITEM_ID = 900_002
export const ENERGY_SEC = 600

/** Costs 11 coins a spin. */
const WHEEL = {
  cost: { coins: 11 },
  prizes: [
    { coins: 5, weight: 700 },
    { item_id: FIRST_ITEM_ID, count: 2, weight: 250 },
    { coins: 60, weight: 49 },
    { item_id: FIRST_ITEM_ID + 1, count: 9, weight: 1 },
  ],
}

export const CHANNELS = { open: '1', slow: '2', readOnly: '3' } as const
export const CHANNEL_SLOW_SEC = 30

function chatSettings() {
  return {
    chat_channels: [
      { id: 1, name: { en: 'Square', ru: 'Площадь' }, color: 'ffffff' },
      { id: 2, name: { en: 'Slow' }, color: 'ffffff', slow_mode_sec: CHANNEL_SLOW_SEC },
      { id: 3, name: { en: 'Notices' }, color: 'ffffff', writers: 'moderators' },
    ],
    chat_words: { en: ['grumblewort'] },
    chat_link_domains: ['example.org'],
  }
}

/** Ids of the recipes; all of them use the first three goods. */
export const RECIPES = {
  instantCraft: 1,
  quickCraft: 2,
  slowCraft: 3,
  factory: 11,
  harvest: 21,
  quickHarvest: 22,
} as const
export const QUICK_CRAFT_SEC = 1
export const SLOW_CRAFT_SEC = 3_600
export const FACTORY_SEC = 1
export const QUICK_HARVEST_MS = 1_000

/** Salary of a rented tool while at most two are rented. */
export const RENT_PER_SEC = 500

const [ORE, INGOT, TOOL] = [FIRST_ITEM_ID, FIRST_ITEM_ID + 1, FIRST_ITEM_ID + 2]
const LUCKY_FIND_ID = 300_001
const counted = (id: number, count: number) => ({ item_id: id, count })

function productionFiles(): Readonly<Record<string, unknown>> {
  const craft = (id: number, time: number, output: object) => ({
    id,
    item_for_vision: INGOT,
    craft_group: 'smelting',
    time_craft_sec: time,
    remain_list: time === 0 ? [] : [counted(TOOL, 1)],
    consumable_list: [counted(ORE, time === 0 ? 2 : 1)],
    output_list: [output],
  })
  const option = (id: number, time: number) => ({
    item_id: id,
    time_for_craft_sec: time,
    possible_drop_list: [{ item_id: ORE, weight: 1 }],
  })
  const harvest = (id: number, durationMs: number) => ({
    id,
    name: localized(`Harvest ${id}`),
    duration_hour: durationMs / HOUR_MS,
    items_slots: [
      {
        name: localized('Field'),
        available_items: [{ ...counted(ORE, 1), exp_for_up: 2, result_after_up: INGOT, lootmore_coef: 1.5 }],
      },
      {
        name: localized('Tool'),
        available_items: [{ ...counted(TOOL, 1), break_percent: 100, on_break_result: [ORE] }],
      },
    ],
    result: [{ ...counted(INGOT, 2), chance_percent: 100 }],
  })
  return {
    'craft.json': {
      groups: [{ id: 'smelting', name: localized('Smelting') }],
      recipes: [
        craft(RECIPES.instantCraft, 0, counted(INGOT, 1)),
        craft(RECIPES.quickCraft, QUICK_CRAFT_SEC, counted(INGOT, 1)),
        craft(RECIPES.slowCraft, SLOW_CRAFT_SEC, { item_id: INGOT, random: true, min_count: 1, max_count: 3 }),
      ],
    },
    'factory.json': {
      recipes: [
        {
          id: RECIPES.factory,
          name: localized('Workshop'),
          required_list: [counted(ORE, 1)],
          optional_list: [
            { name: localized('Helper'), list: [option(INGOT, FACTORY_SEC), option(TOOL, SLOW_CRAFT_SEC)] },
          ],
          timer_result_ids: [LUCKY_FIND_ID],
        },
      ],
    },
    'harvest.json': {
      recipes: [harvest(RECIPES.harvest, HOUR_MS), harvest(RECIPES.quickHarvest, QUICK_HARVEST_MS)],
    },
    'rent.json': {
      rentable: [
        {
          item_id: TOOL,
          hall: 'heroes',
          salary_pool_per_day: 1_000 * DAY_SEC,
          salary_max: RENT_PER_SEC * DAY_SEC,
          shop_items: [
            { item_id: ORE, price: 10 },
            { item_id: LUCKY_FIND_ID, price: 25 },
          ],
        },
        {
          item_id: INGOT,
          hall: 'relics',
          salary_pool_per_day: 100,
          salary_max: 7,
          shop_items: [{ item_id: ORE, price: 20 }],
        },
      ],
    },
    'generators.json': {
      generators: [
        {
          id: LUCKY_FIND_ID,
          name: localized('Lucky Find'),
          icon: 'river',
          name_color: 'c8a24a',
          draws: [
            { item_id: ORE, weight: 1 },
            { item_id: TOOL, weight: 1 },
          ],
        },
      ],
    },
  }
}

function plainItem(id: number, name: string, canSell: boolean) {
  return {
    id,
    name: localized(name),
    description: localized(`What [b]${name}[/b] is for.`),
    icon: 'ore',
    name_color: 'c8a24a',
    tags: ['family:good', `rank:${id % 5}`],
    can_sell: canSell,
  }
}

export function localized(text: string): Record<string, string> {
  return perLanguage((language) => `${text}${language === 'en' ? '' : ` ${language}`}`)
}

function writeJson(folder: string, file: string, content: unknown): void {
  writeFileSync(join(folder, file), JSON.stringify(content))
}
