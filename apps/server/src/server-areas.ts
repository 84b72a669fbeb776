import type { ServerArea } from './area.ts'
import type { AuthContext } from './areas/auth/sign-in.ts'
import type { Chat } from './areas/chat/chat.ts'
import { accountArea } from './areas/account/area.ts'
import { accountKeyRoutes } from './areas/account/key-routes.ts'
import { accountRoutes } from './areas/account/routes.ts'
import { adminRoutes } from './areas/admin/routes.ts'
import type { StatusSources } from './areas/admin/status-routes.ts'
import { auditRoutes } from './areas/audit/routes.ts'
import { authArea } from './areas/auth/area.ts'
import { authRoutes } from './areas/auth/routes.ts'
import { catalogueRoutes } from './areas/catalogue/routes.ts'
import { chatRoutes } from './areas/chat/routes.ts'
import { compensationRoutes } from './areas/compensation/routes.ts'
import { contentArea } from './areas/content/area.ts'
import { contentRoutes, type ContentOptions } from './areas/content/routes.ts'
import { craftArea } from './areas/craft/area.ts'
import { craftRoutes } from './areas/craft/routes.ts'
import { embeddingRoutes } from './areas/embedding/routes.ts'
import { energyArea } from './areas/energy/area.ts'
import { energyRoutes } from './areas/energy/routes.ts'
import { exchangeArea } from './areas/exchange/area.ts'
import { exchangeRoutes } from './areas/exchange/routes.ts'
import { factoryArea } from './areas/factory/area.ts'
import { factoryRoutes } from './areas/factory/routes.ts'
import { freezesArea } from './areas/freezes/area.ts'
import { freezeRoutes } from './areas/freezes/routes.ts'
import { harvestArea } from './areas/harvest/area.ts'
import { harvestRoutes } from './areas/harvest/routes.ts'
import { inventoryArea } from './areas/inventory/area.ts'
import { inventoryRoutes } from './areas/inventory/routes.ts'
import { jobsArea } from './areas/jobs/area.ts'
import { ledgerRoutes } from './areas/ledger/routes.ts'
import { marketplaceArea } from './areas/marketplace/area.ts'
import { marketplaceRoutes } from './areas/marketplace/routes.ts'
import { newsRoutes, type NewsOptions } from './areas/news/routes.ts'
import { notificationsArea } from './areas/notifications/area.ts'
import { notificationRoutes } from './areas/notifications/routes.ts'
import { playersArea } from './areas/players/area.ts'
import { playerRoutes } from './areas/players/routes.ts'
import { portfolioArea } from './areas/portfolio/area.ts'
import { portfolioRoutes } from './areas/portfolio/routes.ts'
import { referralsArea } from './areas/referrals/area.ts'
import { referralRoutes } from './areas/referrals/routes.ts'
import { rentArea } from './areas/rent/area.ts'
import { rentRoutes } from './areas/rent/routes.ts'
import { reportArea } from './areas/report/area.ts'
import type { EconomyReports } from './areas/report/economy-reports.ts'
import { reportRoutes } from './areas/report/routes.ts'
import { rouletteArea } from './areas/roulette/area.ts'
import { rouletteRoutes } from './areas/roulette/routes.ts'
import { serverKeyRoutes } from './areas/server-keys/routes.ts'
import { serverTransactionsArea } from './areas/server-transactions/area.ts'
import { simulationRoutes } from './areas/simulation/routes.ts'
import type { Simulator } from './areas/simulation/simulator.ts'
import { socialArea } from './areas/social/area.ts'
import { socialRoutes } from './areas/social/routes.ts'
import { tradesArea } from './areas/trades/area.ts'
import { tradeRoutes } from './areas/trades/routes.ts'
import { webhookRoutes, type WebhookRoutesOptions } from './areas/webhooks/routes.ts'
import type { PlayerSeeds, Wheel } from './areas/roulette/wheel.ts'
import type { CallHandlers } from './http/call-handlers.ts'
import type { Presence } from './live/presence.ts'
import { composeRejections } from './rejections.ts'

/** All areas, in the order in which a batch writes their rows. */
const LISTED = [
  authArea,
  playersArea,
  referralsArea,
  inventoryArea,
  marketplaceArea,
  notificationsArea,
  jobsArea,
  craftArea,
  factoryArea,
  harvestArea,
  energyArea,
  portfolioArea,
  rentArea,
  rouletteArea,
  socialArea,
  tradesArea,
  exchangeArea,
  reportArea,
  freezesArea,
  contentArea,
  serverTransactionsArea,
  accountArea,
] as const

export const AREAS: readonly ServerArea[] = LISTED

/** Maps a rejection by rules or writer to an error of the API. */
export const toApiError = composeRejections(LISTED)

/** What the areas' calls need in addition to the shared context. */
export interface RoutesOptions {
  readonly context: AuthContext
  readonly status: StatusSources
  readonly reports: EconomyReports
  readonly chat: Chat
  readonly presence: Presence
  readonly exchange: Parameters<typeof exchangeRoutes>[1]
  readonly roulette: { readonly wheel: Wheel | undefined; readonly seeds: PlayerSeeds }
  readonly simulator: Simulator
  readonly news: NewsOptions
  readonly webhooks: WebhookRoutesOptions
  readonly content: ContentOptions
  /** The economy's clock, if it differs from the machine's. */
  readonly nowMs: (() => number) | undefined
}

/** The calls of all areas. */
export function routesOfAreas(options: RoutesOptions): CallHandlers {
  const { context, status, reports, chat, presence, exchange, roulette, simulator, news, webhooks, content, nowMs } =
    options
  return {
    ...accountRoutes(context),
    ...accountKeyRoutes(context),
    ...adminRoutes(context, status),
    ...auditRoutes(context),
    ...reportRoutes(context, reports),
    ...authRoutes(context),
    ...playerRoutes(context),
    ...catalogueRoutes(context),
    ...chatRoutes(chat),
    ...contentRoutes(context, content),
    ...embeddingRoutes(context),
    ...compensationRoutes(context),
    ...freezeRoutes(context),
    ...ledgerRoutes(context),
    ...inventoryRoutes(context),
    ...craftRoutes(context),
    ...factoryRoutes(context),
    ...harvestRoutes(context),
    ...energyRoutes(context),
    ...marketplaceRoutes(context),
    ...newsRoutes(context, news),
    ...notificationRoutes(context),
    ...rouletteRoutes(context, roulette.wheel, roulette.seeds),
    ...portfolioRoutes(context, nowMs),
    ...referralRoutes(context),
    ...rentRoutes(context, nowMs),
    ...socialRoutes(context, presence),
    ...serverKeyRoutes(context),
    ...simulationRoutes(context, simulator),
    ...tradeRoutes(context),
    ...webhookRoutes(context, webhooks),
    ...exchangeRoutes(context, exchange),
  }
}
