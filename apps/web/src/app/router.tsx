import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  redirect,
  type AnyRoute,
  type RouteComponent,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { SteamSignIn } from './auth/SteamSignIn.tsx'
import { lazyChunk } from '#shared/loading/lazy-chunk.tsx'
import { PageFallback } from '#shared/loading/PageFallback.tsx'
import { ErrorPage } from './pages.tsx'
import { Shell } from './shell/Shell.tsx'
import { UnnamedPage } from './UnnamedPage.tsx'

const root = createRootRoute({
  component: Outlet,
  errorComponent: ErrorPage,
})

const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell })
const auth = createRoute({ getParentRoute: () => root, path: 'auth', component: Outlet })

const marketplace = page(shell, 'marketplace', async () => (await import('./layouts.tsx')).MarketplaceLayout)
const inventory = page(shell, 'inventory', async () => (await import('./layouts.tsx')).InventoryLayout)
const craft = page(shell, 'craft', async () => (await import('./layouts.tsx')).CraftLayout)
const factory = page(shell, 'factory', async () => (await import('./layouts.tsx')).FactoryLayout)
const harvest = page(
  shell,
  'harvest',
  async () => (await import('../features/harvest/HarvestLayout.tsx')).HarvestLayout,
)
const rent = page(shell, 'rent', async () => (await import('./layouts.tsx')).RentLayout)
const roulette = page(shell, 'roulette', async () => (await import('./layouts.tsx')).RouletteLayout)
const ledger = page(shell, 'friends/$userId', async () => (await import('./layouts.tsx')).LedgerLayout)

/** Every address of the app. Pages parse their own search parameters. */
const routeTree = root.addChildren([
  shell.addChildren([
    page(shell, '/', async () => (await import('../features/home/HomePage.tsx')).HomePage),
    marketplace.addChildren([
      index(marketplace, '/marketplace/market'),
      page(marketplace, 'market', async () => (await import('../features/market/MarketPage.tsx')).MarketPage),
      page(
        marketplace,
        'my-listings',
        async () => (await import('../features/listings/MyListingsPage.tsx')).MyListingsPage,
      ),
      page(
        marketplace,
        'history',
        async () => (await import('../features/trading-history/TradingHistoryPage.tsx')).TradingHistoryPage,
      ),
      page(
        marketplace,
        'portfolio',
        async () => (await import('../features/portfolio/PortfolioPage.tsx')).PortfolioPage,
      ),
      page(marketplace, 'flips', async () => (await import('../features/flips/FlipsPage.tsx')).FlipsPage),
      page(marketplace, 'exchange', async () => (await import('../features/exchange/ExchangePage.tsx')).ExchangePage),
    ]),
    inventory.addChildren([
      index(inventory, '/inventory/page'),
      page(inventory, 'page', async () => (await import('../features/inventory/InventoryPage.tsx')).InventoryPage),
      page(
        inventory,
        'history',
        async () => (await import('../features/inventory/InventoryHistoryPage.tsx')).InventoryHistoryPage,
      ),
    ]),
    craft.addChildren([
      index(craft, '/craft/receipts'),
      page(craft, 'receipts', async () => (await import('../features/craft/CraftRecipesPage.tsx')).CraftRecipesPage),
      page(craft, 'queue', async () => (await import('../features/craft/CraftQueuePage.tsx')).CraftQueuePage),
      page(craft, 'history', async () => (await import('../features/craft/CraftHistoryPage.tsx')).CraftHistoryPage),
    ]),
    factory.addChildren([
      index(factory, '/factory/receipts'),
      page(
        factory,
        'receipts',
        async () => (await import('../features/factory/FactoryRecipesPage.tsx')).FactoryRecipesPage,
      ),
      page(factory, 'queue', async () => (await import('../features/factory/FactoryQueuePage.tsx')).FactoryQueuePage),
    ]),
    harvest.addChildren([
      index(harvest, '/harvest/receipts'),
      page(
        harvest,
        'receipts',
        async () => (await import('../features/harvest/HarvestRecipesPage.tsx')).HarvestRecipesPage,
      ),
      page(
        harvest,
        'history',
        async () => (await import('../features/harvest/HarvestHistoryPage.tsx')).HarvestHistoryPage,
      ),
    ]),
    rent.addChildren([page(rent, '/', async () => (await import('../features/rent/RentPage.tsx')).RentPage)]),
    roulette.addChildren([
      index(roulette, '/roulette/wheel'),
      page(roulette, 'wheel', async () => (await import('../features/roulette/WheelPage.tsx')).WheelPage),
      page(roulette, 'history', async () => (await import('../features/roulette/SpinHistoryPage.tsx')).SpinHistoryPage),
      page(roulette, 'verify', async () => (await import('../features/roulette/VerifyPage.tsx')).VerifyPage),
    ]),
    page(shell, 'account', async () => (await import('../features/account/AccountPage.tsx')).AccountPage),
    ledger.addChildren([page(ledger, '/', async () => (await import('../features/social/LedgerPage.tsx')).LedgerPage)]),
    // Every other address: the operators' console, whose path is a setting, or not found.
    route(shell, '$', UnnamedPage),
  ]),
  auth.addChildren([
    route(auth, 'steam/success', SteamSignIn),
    page(auth, 'steam/refused', async () => (await import('./auth/SteamRefused.tsx')).SteamRefused),
    page(auth, 'client/success', async () => (await import('./auth/ClientSignIn.tsx')).ClientSignIn),
  ]),
])

/** A route whose component is a separate chunk. */
function page<Parent extends AnyRoute, const Path extends string>(
  parent: Parent,
  path: Path,
  load: () => Promise<ComponentType>,
) {
  return route(parent, path, lazyChunk(load, <PageFallback />))
}

function route<Parent extends AnyRoute, const Path extends string>(
  parent: Parent,
  path: Path,
  component: RouteComponent,
) {
  return createRoute({ getParentRoute: () => parent, path, component })
}

/** Redirects an area's own address to its first page. */
function index<Parent extends AnyRoute>(parent: Parent, to: string) {
  return createRoute({
    getParentRoute: () => parent,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to, replace: true })
    },
  })
}

export const router = createRouter({
  routeTree,
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
