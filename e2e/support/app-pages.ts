const COPPER_ORE = 1_001

/** Every page that a signed-in player can reach, and an address that has no page. */
export const APP_PAGES = [
  '/',
  '/marketplace/market',
  `/marketplace/market#/item=${COPPER_ORE}`,
  '/marketplace/my-listings',
  '/marketplace/history',
  '/marketplace/history?view=profit',
  '/marketplace/portfolio',
  '/marketplace/flips',
  '/inventory/page',
  '/inventory/history',
  '/craft/receipts',
  '/craft/queue',
  '/craft/history',
  '/factory/receipts',
  '/factory/queue',
  '/harvest/receipts',
  '/harvest/history',
  '/rent',
  '/marketplace/exchange',
  '/roulette/wheel',
  '/roulette/history',
  '/roulette/verify',
  '/account',
  '/no/such/page',
] as const
