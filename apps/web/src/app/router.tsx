import { createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router'
import { ClientSignIn } from './auth/ClientSignIn.tsx'
import { SteamSignIn } from './auth/SteamSignIn.tsx'
import { lazyPage } from '#shared/loading/lazy-chunk.tsx'
import { ErrorPage } from './pages.tsx'
import { Shell } from './shell/Shell.tsx'
import { UnnamedPage } from './UnnamedPage.tsx'

const root = createRootRoute({
  component: Outlet,
  errorComponent: ErrorPage,
})

const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell })
const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  component: lazyPage(async () => (await import('../features/home/HomePage.tsx')).HomePage),
})

const marketplace = createRoute({
  getParentRoute: () => shell,
  path: 'marketplace',
  component: lazyPage(async () => (await import('./layouts.tsx')).MarketplaceLayout),
})
const marketplaceIndex = createRoute({
  getParentRoute: () => marketplace,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/marketplace/market', replace: true })
  },
})
const market = createRoute({
  getParentRoute: () => marketplace,
  path: 'market',
  component: lazyPage(async () => (await import('../features/market/MarketPage.tsx')).MarketPage),
})
const myListings = createRoute({
  getParentRoute: () => marketplace,
  path: 'my-listings',
  component: lazyPage(async () => (await import('../features/listings/MyListingsPage.tsx')).MyListingsPage),
})
const tradingHistory = createRoute({
  getParentRoute: () => marketplace,
  path: 'history',
  component: lazyPage(
    async () => (await import('../features/trading-history/TradingHistoryPage.tsx')).TradingHistoryPage,
  ),
})
const portfolio = createRoute({
  getParentRoute: () => marketplace,
  path: 'portfolio',
  component: lazyPage(async () => (await import('../features/portfolio/PortfolioPage.tsx')).PortfolioPage),
})
const flips = createRoute({
  getParentRoute: () => marketplace,
  path: 'flips',
  component: lazyPage(async () => (await import('../features/flips/FlipsPage.tsx')).FlipsPage),
})

const exchange = createRoute({
  getParentRoute: () => marketplace,
  path: 'exchange',
  component: lazyPage(async () => (await import('../features/exchange/ExchangePage.tsx')).ExchangePage),
})

const inventory = createRoute({
  getParentRoute: () => shell,
  path: 'inventory',
  component: lazyPage(async () => (await import('./layouts.tsx')).InventoryLayout),
})
const inventoryIndex = createRoute({
  getParentRoute: () => inventory,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/inventory/page', replace: true })
  },
})
const inventoryPage = createRoute({
  getParentRoute: () => inventory,
  path: 'page',
  component: lazyPage(async () => (await import('../features/inventory/InventoryPage.tsx')).InventoryPage),
})
const inventoryHistory = createRoute({
  getParentRoute: () => inventory,
  path: 'history',
  component: lazyPage(
    async () => (await import('../features/inventory/InventoryHistoryPage.tsx')).InventoryHistoryPage,
  ),
})

const craft = createRoute({
  getParentRoute: () => shell,
  path: 'craft',
  component: lazyPage(async () => (await import('./layouts.tsx')).CraftLayout),
})
const craftIndex = createRoute({
  getParentRoute: () => craft,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/craft/receipts', replace: true })
  },
})
const craftRecipes = createRoute({
  getParentRoute: () => craft,
  path: 'receipts',
  component: lazyPage(async () => (await import('../features/craft/CraftRecipesPage.tsx')).CraftRecipesPage),
})
const craftQueue = createRoute({
  getParentRoute: () => craft,
  path: 'queue',
  component: lazyPage(async () => (await import('../features/craft/CraftQueuePage.tsx')).CraftQueuePage),
})
const craftHistory = createRoute({
  getParentRoute: () => craft,
  path: 'history',
  component: lazyPage(async () => (await import('../features/craft/CraftHistoryPage.tsx')).CraftHistoryPage),
})

const factory = createRoute({
  getParentRoute: () => shell,
  path: 'factory',
  component: lazyPage(async () => (await import('./layouts.tsx')).FactoryLayout),
})
const factoryIndex = createRoute({
  getParentRoute: () => factory,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/factory/receipts', replace: true })
  },
})
const factoryRecipes = createRoute({
  getParentRoute: () => factory,
  path: 'receipts',
  component: lazyPage(async () => (await import('../features/factory/FactoryRecipesPage.tsx')).FactoryRecipesPage),
})
const factoryQueue = createRoute({
  getParentRoute: () => factory,
  path: 'queue',
  component: lazyPage(async () => (await import('../features/factory/FactoryQueuePage.tsx')).FactoryQueuePage),
})

const harvest = createRoute({
  getParentRoute: () => shell,
  path: 'harvest',
  component: lazyPage(async () => (await import('../features/harvest/HarvestLayout.tsx')).HarvestLayout),
})
const harvestIndex = createRoute({
  getParentRoute: () => harvest,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/harvest/receipts', replace: true })
  },
})
const harvestRecipes = createRoute({
  getParentRoute: () => harvest,
  path: 'receipts',
  component: lazyPage(async () => (await import('../features/harvest/HarvestRecipesPage.tsx')).HarvestRecipesPage),
})

const harvestHistory = createRoute({
  getParentRoute: () => harvest,
  path: 'history',
  component: lazyPage(async () => (await import('../features/harvest/HarvestHistoryPage.tsx')).HarvestHistoryPage),
})

const rent = createRoute({
  getParentRoute: () => shell,
  path: 'rent',
  component: lazyPage(async () => (await import('../features/rent/RentLayout.tsx')).RentLayout),
})
const rentIndex = createRoute({
  getParentRoute: () => rent,
  path: '/',
  component: lazyPage(async () => (await import('../features/rent/RentPage.tsx')).RentPage),
})
const roulette = createRoute({
  getParentRoute: () => shell,
  path: 'roulette',
  component: lazyPage(async () => (await import('../features/roulette/RouletteLayout.tsx')).RouletteLayout),
})
const rouletteIndex = createRoute({
  getParentRoute: () => roulette,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/roulette/wheel', replace: true })
  },
})
const rouletteWheel = createRoute({
  getParentRoute: () => roulette,
  path: 'wheel',
  component: lazyPage(async () => (await import('../features/roulette/WheelPage.tsx')).WheelPage),
})
const rouletteHistory = createRoute({
  getParentRoute: () => roulette,
  path: 'history',
  component: lazyPage(async () => (await import('../features/roulette/SpinHistoryPage.tsx')).SpinHistoryPage),
})
const rouletteVerify = createRoute({
  getParentRoute: () => roulette,
  path: 'verify',
  component: lazyPage(async () => (await import('../features/roulette/VerifyPage.tsx')).VerifyPage),
})
const ledger = createRoute({
  getParentRoute: () => shell,
  path: 'friends/$userId',
  component: lazyPage(async () => (await import('../features/social/LedgerLayout.tsx')).LedgerLayout),
})
const ledgerIndex = createRoute({
  getParentRoute: () => ledger,
  path: '/',
  component: lazyPage(async () => (await import('../features/social/LedgerPage.tsx')).LedgerPage),
})
/** Every other address: the operators' console, whose path is a setting, or not found. */
const unnamed = createRoute({ getParentRoute: () => shell, path: '$', component: UnnamedPage })

const auth = createRoute({ getParentRoute: () => root, path: 'auth', component: Outlet })
const steamSuccess = createRoute({ getParentRoute: () => auth, path: 'steam/success', component: SteamSignIn })
const steamRefused = createRoute({
  getParentRoute: () => auth,
  path: 'steam/refused',
  component: lazyPage(async () => (await import('./auth/SteamRefused.tsx')).SteamRefused),
})
const clientSuccess = createRoute({ getParentRoute: () => auth, path: 'client/success', component: ClientSignIn })

export const router = createRouter({
  routeTree: root.addChildren([
    shell.addChildren([
      home,
      marketplace.addChildren([marketplaceIndex, market, myListings, tradingHistory, portfolio, flips, exchange]),
      inventory.addChildren([inventoryIndex, inventoryPage, inventoryHistory]),
      craft.addChildren([craftIndex, craftRecipes, craftQueue, craftHistory]),
      factory.addChildren([factoryIndex, factoryRecipes, factoryQueue]),
      harvest.addChildren([harvestIndex, harvestRecipes, harvestHistory]),
      rent.addChildren([rentIndex]),
      roulette.addChildren([rouletteIndex, rouletteWheel, rouletteHistory, rouletteVerify]),
      ledger.addChildren([ledgerIndex]),
      unnamed,
    ]),
    auth.addChildren([steamSuccess, steamRefused, clientSuccess]),
  ]),
  defaultPreload: 'intent',
  defaultErrorComponent: ErrorPage,
  // Search parameters are plain strings: a token that looks like a number must stay as it is.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const entries = Object.entries(search).filter(([, value]) => typeof value === 'string')
    const text = new URLSearchParams(entries as [string, string][]).toString()
    return text === '' ? '' : `?${text}`
  },
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
