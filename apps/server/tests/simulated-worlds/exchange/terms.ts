import { asCoins, asItemId, type Catalogue } from '@clutch/economy'

/** Item types of the coins on the platform. */
export const COIN_ITEMS = { gold: 9_001, silver: 9_002, bronze: 9_003 }
/** Value of one coin of each type, in Surprise coins. */
export const RATES = { gold: 1_000_000, silver: 10_000, bronze: 100 }

/** A world that contains nothing but exchanges. */
export function catalogue(): Catalogue {
  return {
    items: new Map(),
    market: { feeBasisPoints: 0, maxOpenLots: 1, maxItemsPerLot: 1 },
    starterPack: { coins: asCoins(0), items: [] },
    referralMinValue: asCoins(0),
    referralReward: { coins: asCoins(0), items: [] },
    craftRecipes: new Map(),
    factoryRecipes: new Map(),
    harvestRecipes: new Map(),
    energy: undefined,
    rent: new Map(),
    roulette: undefined,
    exchange: { gold: termsOf('gold'), silver: termsOf('silver'), bronze: termsOf('bronze') },
  }
}

function termsOf(coin: keyof typeof COIN_ITEMS) {
  return {
    itemId: asItemId(COIN_ITEMS[coin]),
    rate: RATES[coin],
    packs: [{ itemId: asItemId(COIN_ITEMS[coin] + 100), size: 100 }],
  }
}
