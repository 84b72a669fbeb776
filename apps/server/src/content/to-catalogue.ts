import type { ContentItem, ContentPack, RentableItem as PackRentable, StoreCoin, StoreCoins } from '@clutch/content'
import { COIN_RATES } from '@clutch/contract'
import {
  asCoins,
  asItemId,
  asQuantity,
  type Catalogue,
  type ExchangeTerms,
  type ItemRule,
  type RentableItem,
  type RouletteTerms,
} from '@clutch/economy'
import { toRecipes } from './to-recipes.ts'

/**
 * The part of a content pack that the rules of the economy use.
 * @param roulette the wheel, drawn from this server's seeds; absent in a simulated world
 */
export function toCatalogue(pack: ContentPack, roulette?: RouletteTerms): Catalogue {
  return {
    roulette,
    items: new Map(pack.items.map((item) => [asItemId(item.id), toItemRule(item)])),
    market: pack.market,
    starterPack: toGift(pack.starterPack),
    referralReward: toGift(pack.referralReward),
    referralMinValue: asCoins(pack.referralMinValue),
    ...toRecipes(pack),
    energy:
      pack.energy === null ? undefined : { itemId: asItemId(pack.energy.itemId), durationSec: pack.energy.durationSec },
    exchange: pack.storeCoins === null ? undefined : toExchangeTerms(pack.storeCoins),
    rent: new Map(pack.rentableItems.map((rentable) => [asItemId(rentable.itemId), toRentable(rentable)])),
  }
}

function toGift({ coins, items }: ContentPack['starterPack']) {
  return {
    coins: asCoins(coins),
    items: items.map(({ itemId, count }) => ({ itemId: asItemId(itemId), count: asQuantity(count) })),
  }
}

function toStoreCoinTerms({ itemId, packs }: StoreCoin, rate: number) {
  return {
    itemId: asItemId(itemId),
    rate,
    packs: packs.map(({ itemId: packId, count }) => ({ itemId: asItemId(packId), size: count })),
  }
}

function toExchangeTerms({ gold, silver, bronze }: StoreCoins): ExchangeTerms {
  return {
    gold: toStoreCoinTerms(gold, COIN_RATES.gold),
    silver: toStoreCoinTerms(silver, COIN_RATES.silver),
    bronze: toStoreCoinTerms(bronze, COIN_RATES.bronze),
  }
}

function toRentable({ hall, salaryPoolPerDayCoins, salaryMaxCoins, shopItems }: PackRentable): RentableItem {
  return {
    hall,
    poolPerDay: asCoins(salaryPoolPerDayCoins),
    salaryMax: asCoins(salaryMaxCoins),
    shop: shopItems.map(({ itemId, priceCoins }) => ({ itemId: asItemId(itemId), price: asCoins(priceCoins) })),
  }
}

/** Items with this tag cannot be given in friend trades (rules §11). */
const NOT_TRADABLE_TAG = 'trade:no'

function toItemRule({ id, type, canSell, tags, bundle }: ContentItem): ItemRule {
  const entries = bundle.map(({ itemId, count }) => ({ itemId: asItemId(itemId), count }))
  const opens = type === 'bundle' || type === 'generator' ? { how: type, entries } : undefined
  return { id: asItemId(id), canSell, canTrade: !tags.includes(NOT_TRADABLE_TAG), opens }
}
