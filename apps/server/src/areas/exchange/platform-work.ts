import { WORLD } from '@clutch/economy'
import type { Logger } from 'pino'
import * as z from 'zod'
import type { Context } from '../../context.ts'
import type { PlatformInventories } from '../../platform/inventory-service.ts'
import type { PlayerLocks } from '../../platform/player-lock.ts'
import type { TaskHandlers } from '../../tasks/tasks.ts'
import { advanceExchange } from './advance.ts'
import { readSteamId } from './queries.ts'
import { EXCHANGE_TASK } from './rows.ts'

const payload = z.object({ exchange_id: z.uuid(), user_id: z.uuid() })

/** Counters for metrics. */
export interface PlatformWorkStats {
  /** Calls the platform did not execute: rejected key, or too many. */
  postponed: number
}

/** The background task that advances exchanges. It throws while an exchange is unfinished, so that it is retried. */
export function exchangeTasks(
  context: Pick<Context, 'store' | 'writer'>,
  platform: PlatformInventories,
  locks: PlayerLocks,
  stats: PlatformWorkStats,
  log: Logger,
): TaskHandlers {
  return {
    async [EXCHANGE_TASK](given, signal) {
      const { exchange_id: exchangeId, user_id: userId } = payload.parse(given)
      const steamId = await readSteamId(context, userId)
      const hasEnded = await locks.take(steamId, signal, (turn) =>
        advanceExchange(
          {
            submit: (command) => context.writer.submit({ command, actorId: WORLD, idempotency: undefined }),
            platform,
            beforeCall: () => turn.renew(),
            onPostponed(reason) {
              stats.postponed += 1
              log.error({ reason, exchangeId }, 'store platform rejects our calls')
            },
            onParked: () => log.warn({ exchangeId, userId }, 'exchange parked'),
          },
          { exchangeId, userId, steamId },
          signal,
        ),
      )
      if (!hasEnded) throw new Error('The platform has not settled the exchange yet')
    },
  }
}
