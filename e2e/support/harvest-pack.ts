import { HOUR_SEC } from '@clutch/contract/formats'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ENERGY_ITEM_ID, FIRST_ITEM_ID, localized, makePack } from '../../apps/server/tests/support/make-pack.ts'

const STARTER_COUNT = 3

export const RUN_SEC = 3
/** Items that the recipes use: the seed levels up, the spade breaks, the basket does neither. */
export const GOODS = {
  seed: FIRST_ITEM_ID,
  fruit: FIRST_ITEM_ID + 1,
  spade: FIRST_ITEM_ID + 2,
  basket: FIRST_ITEM_ID + 3,
}
export const RECIPES = { meadow: 1, orchard: 2 }

/** A game with harvests that take seconds, whose players begin with three of each good and two energy tonics. */
export function makeHarvestPack(): string {
  const folder = makePack({ items: 12, starterCoins: 1_000, starterCount: STARTER_COUNT, production: true })
  const change = (file: string, content: object) => writeFileSync(join(folder, file), JSON.stringify(content))
  const pack = JSON.parse(readFileSync(join(folder, 'pack.json'), 'utf8')) as { starter_pack: { items: object[] } }
  pack.starter_pack.items.push({ item_id: ENERGY_ITEM_ID, count: 2 })
  change('pack.json', pack)
  const field = {
    name: localized('Field'),
    available_items: [
      { item_id: GOODS.seed, exp_for_up: 2, result_after_up: GOODS.fruit, lootmore_coef: 1.5 },
      { item_id: GOODS.basket, lootmore_coef: 0.5, speed_coef: 0.5 },
    ],
  }
  const tool = {
    name: localized('Tool'),
    available_items: [{ item_id: GOODS.spade, break_percent: 100, on_break_result: [GOODS.seed] }],
  }
  const result = [{ item_id: GOODS.fruit, count: 2, chance_percent: 100 }]
  change('harvest.json', {
    recipes: [
      {
        id: RECIPES.meadow,
        name: localized('Meadow'),
        duration_hour: RUN_SEC / HOUR_SEC,
        items_slots: [field, tool],
        result,
      },
      { id: RECIPES.orchard, name: localized('Orchard'), duration_hour: 2, items_slots: [field, tool], result },
    ],
  })
  return folder
}
