import { succeed } from '@clutch/economy'
import type { Context } from '../../context.ts'
import type { CallHandlers } from '../../http/call-handlers.ts'
import { readPortfolio } from './queries.ts'

/** What a player is worth, over time. */
export function portfolioRoutes(context: Context, nowMs: () => number = Date.now): CallHandlers {
  return {
    'POST /portfolio/get': async ({ userId }) => succeed(await readPortfolio(context, userId, nowMs())),
  }
}
