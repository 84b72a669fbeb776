import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Bus } from '../../bus/bus.ts'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import { platformInventories } from '../../platform/inventory-service.ts'
import { PlayerLocks } from '../../platform/player-lock.ts'
import type { TaskHandlers } from '../../tasks/tasks.ts'
import { exchangeTasks, type PlatformWorkStats } from './platform-work.ts'
import { ExchangeReconciliation, publishExchangeMetrics } from './reconcile.ts'
import type { PlatformAccess } from './routes.ts'
import { SteamWallets } from './steam-wallets.ts'

/** Services of the exchange apart from its calls. */
export interface OpenExchange {
  readonly access: PlatformAccess
  readonly tasks: TaskHandlers
  readonly reconciliation: ExchangeReconciliation
  readonly publishMetrics: (app: FastifyInstance) => void
}

/** Creates the services that call the platform about players' coins. */
export async function openExchange(
  context: Context & { readonly config: Config },
  bus: Bus,
  log: Logger,
  isCopy: () => boolean,
): Promise<OpenExchange> {
  const { store, config, catalogue } = context
  // An embedded store has a single process: existing locks belong to one that has stopped.
  if (config.databaseUrl === undefined) await store.db.deleteFrom('platform_lock').execute()
  const inventories = platformInventories(config.platform)
  const locks = new PlayerLocks(store.db)
  const wallets =
    catalogue.exchange === undefined ? undefined : new SteamWallets(inventories, locks, catalogue.exchange)
  bus.subscribe('economy', ({ updates }) => {
    for (const { userId } of updates.exchange ?? []) wallets?.drop(userId)
  })
  const stats: PlatformWorkStats = { postponed: 0 }
  const reconciliation = new ExchangeReconciliation(context, log)
  return {
    access: { inventories, locks, wallets, isCopy },
    tasks: exchangeTasks(context, inventories, locks, stats, log),
    reconciliation,
    publishMetrics: (app) => publishExchangeMetrics(app, { reconciliation, stats }),
  }
}
