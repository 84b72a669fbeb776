import * as z from 'zod'
import { MAX_AMOUNT, MAX_RENTABLE_ITEMS, MAX_ROULETTE_PRIZES, MAX_SHOP_ITEMS } from '../limits.ts'
import type { RentableItem, RentShopItem, RouletteCost, RoulettePrize } from '../pack.ts'
import { itemId, positiveAmount } from './primitives.ts'

const shopItem = z
  .strictObject({ item_id: itemId, price: positiveAmount })
  .transform((raw): RentShopItem => ({ itemId: raw.item_id, priceCoins: raw.price }))

const rentable = z
  .strictObject({
    item_id: itemId,
    hall: z.enum(['heroes', 'relics']),
    salary_pool_per_day: positiveAmount,
    salary_max: positiveAmount,
    shop_items: z.array(shopItem).max(MAX_SHOP_ITEMS).default([]),
  })
  .transform((raw): RentableItem => ({
    itemId: raw.item_id,
    hall: raw.hall,
    salaryPoolPerDayCoins: raw.salary_pool_per_day,
    salaryMaxCoins: raw.salary_max,
    shopItems: raw.shop_items,
  }))

/** `rent.json`: rentable items, their salaries and shops (specification 3, section 7). */
export const rentFile = z.strictObject({ rentable: z.array(rentable).max(MAX_RENTABLE_ITEMS) })

const coins = z.strictObject({ coins: positiveAmount })
const items = z.strictObject({ item_id: itemId, count: positiveAmount })
const weight = z.int().min(1).max(MAX_AMOUNT)

const cost = z.union([
  coins.transform((raw): RouletteCost => ({ kind: 'coins', coins: raw.coins })),
  items.transform((raw): RouletteCost => ({ kind: 'item', itemId: raw.item_id, count: raw.count })),
])

const prize = z.union([
  coins.extend({ weight }).transform((raw): RoulettePrize => ({ kind: 'coins', coins: raw.coins, weight: raw.weight })),
  items
    .extend({ weight })
    .transform((raw): RoulettePrize => ({ kind: 'item', itemId: raw.item_id, count: raw.count, weight: raw.weight })),
])

/** `roulette.json`: the price of a spin and its weighted prizes (specification 3, section 10). */
export const rouletteFile = z.strictObject({ cost, prizes: z.array(prize).min(1).max(MAX_ROULETTE_PRIZES) })
