import type { SteamWallet } from '@clutch/contract'
import { asUserId, fail, succeed } from '@clutch/economy'
import type { ApiResult } from '../../api-result.ts'
import type { Context } from '../../context.ts'
import type { CallHandlers } from '../../http/call-handlers.ts'
import type { PlatformInventories } from '../../platform/inventory-service.ts'
import type { PlayerLocks } from '../../platform/player-lock.ts'
import { sendCommand, type Sender } from '../send-command.ts'
import { readExchanges, readSteamId } from './queries.ts'
import { parkedRoutes } from './parked-routes.ts'
import { stackInventory } from './stack-inventory.ts'
import type { SteamWallets } from './steam-wallets.ts'

/** Platform services used by the calls. */
export interface PlatformAccess {
  readonly inventories: PlatformInventories
  readonly locks: PlayerLocks
  /** Undefined for a game without an exchange. */
  readonly wallets: SteamWallets | undefined
  /** Whether the database is a copy of another world's, which must not change the platform's inventories. */
  readonly isCopy: () => boolean
}

/** Exchange, platform wallet and stacking (document 2 §7, rules §9). */
export function exchangeRoutes(
  context: Context,
  { inventories, locks, wallets, isCopy }: PlatformAccess,
): CallHandlers {
  const readWallet = async (userId: string): Promise<ApiResult<SteamWallet>> => {
    if (wallets === undefined) return succeed({ gold_coins: 0, silver_coins: 0, bronze_coins: 0 })
    const wallet = await wallets.read(userId, await readSteamId(context, userId))
    return wallet === undefined ? fail({ code: 'platform_unavailable' }) : succeed(wallet)
  }
  return {
    ...parkedRoutes(context),
    'GET /get_steam_wallet': ({ userId }) => readWallet(userId),
    'POST /marketplace/exchange-from-steam-coins': async (input) => {
      const { currency, count } = input.body
      // Rejects amounts known to be too large before anything starts, unless the platform is unreachable or the key is
      // repeated.
      if (wallets !== undefined && !(await isAnswered(context, input))) {
        const wallet = await readWallet(input.userId)
        if (wallet.ok && wallet.value[`${currency}_coins`] < count) {
          return fail({ code: 'not_enough_store_coins', params: { currency } })
        }
      }
      return sendCommand(context, input, {
        type: 'exchange_from_steam',
        userId: asUserId(input.userId),
        currency,
        count,
      })
    },
    'POST /marketplace/exchange-to-steam-coins': (input) =>
      sendCommand(context, input, {
        type: 'exchange_to_steam',
        userId: asUserId(input.userId),
        currency: input.body.currency,
        coins: input.body.count,
      }),
    'GET /marketplace/exchanges': async ({ userId, query }) =>
      succeed({ exchanges: await readExchanges(context, userId, query.before_id || undefined) }),
    'POST /inventory/stack-steam': async ({ userId }) => {
      if (isCopy()) return fail({ code: 'platform_unavailable' })
      const steamId = await readSteamId(context, userId)
      const stacked = await stackInventory(context, inventories, locks, { userId, steamId })
      if (stacked.ok) wallets?.drop(userId)
      return stacked
    },
  }
}

async function isAnswered({ store }: Context, { userId, idempotencyKey }: Sender): Promise<boolean> {
  if (idempotencyKey === undefined) return false
  const row = await store.db
    .selectFrom('command_outcome')
    .select('key')
    .where('owner_id', '=', userId)
    .where('key', '=', idempotencyKey)
    .executeTakeFirst()
  return row !== undefined
}
