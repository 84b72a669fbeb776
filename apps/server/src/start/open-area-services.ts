import type { Chat } from '../areas/chat/chat.ts'
import { startChat } from '../areas/chat/start-chat.ts'
import { PackChecker } from '../areas/content/check-pack.ts'
import { broadcastContent } from '../areas/content/broadcast-content.ts'
import { openExchange, type OpenExchange } from '../areas/exchange/open-exchange.ts'
import { readFirstStartMs } from '../areas/news/days.ts'
import { NewsBoard } from '../areas/news/news-board.ts'
import { broadcastNews } from '../areas/news/broadcast-news.ts'
import { EconomyReports } from '../areas/report/economy-reports.ts'
import { openWebhooks, type OpenWebhooks } from '../areas/webhooks/open-webhooks.ts'
import { Simulator } from '../areas/simulation/simulator.ts'
import type { FastifyInstance } from 'fastify'
import type { PendingEvent } from '../live/event-buffer.ts'
import type { RoutesOptions } from '../server-areas.ts'
import type { Game } from './open-game.ts'
import type { Live } from './open-live.ts'
import type { StartOptions } from './start-options.ts'

/** Services of the areas apart from the writer: threads, boards and connections. */
export interface AreaServices {
  readonly exchange: OpenExchange
  readonly reports: EconomyReports
  readonly chat: Chat
  readonly webhooks: OpenWebhooks
  /** Dependencies of the areas' calls. A getter because the content pack can change. */
  readonly routesOptions: () => RoutesOptions
  /** The first messages for a player's new connection. */
  readonly greet: (userId: string) => Promise<readonly PendingEvent[]>
  readonly close: () => Promise<void>
}

export async function openAreaServices(
  app: FastifyInstance,
  game: Game,
  live: Live,
  options: StartOptions,
): Promise<AreaServices> {
  const { context, contents, bus, writer, integrity, outageLoss, copyWatch, backups } = game
  const { broadcaster, presence } = live
  const { config, log, nowMs = Date.now } = options
  const { db, slowDb } = context.store
  const isCopy = (): boolean => copyWatch.isCopy
  const exchange = await openExchange(context, bus, log, isCopy)
  const reports = new EconomyReports({
    db: slowDb,
    fairPrices: () => context.fairPriceBoard.prices(),
    nowMs: options.nowMs,
  })
  const { chat, stop: stopChat } = await startChat({ context, bus, broadcaster, log, nowMs })
  const newsBoard = new NewsBoard({
    db,
    pack: () => contents.current.pack,
    firstStartMs: await readFirstStartMs(db),
    nowMs,
  })
  const news = await broadcastNews({ board: newsBoard, bus, broadcaster, log, nowMs })
  const content = broadcastContent(contents, broadcaster, nowMs)
  const simulator = new Simulator(() => contents.current.catalogue, writer.workSignal, log)
  const webhooks = openWebhooks(app, context, log, options.webhookRetryDelaysMs, isCopy)
  const packChecker = new PackChecker(log)
  return {
    exchange,
    reports,
    chat,
    webhooks,
    routesOptions: () => ({
      context,
      status: { integrity, outageLoss, copyWatch, backups },
      reports,
      chat,
      presence,
      exchange: exchange.access,
      roulette: contents.current.roulette,
      simulator,
      content: { checker: packChecker, contents, packsDir: config.contentPacksDir, ownFolder: config.contentDir },
      webhooks,
      news: { board: newsBoard, changed: news.changed, nowMs },
      nowMs: options.nowMs,
    }),
    greet: async (userId) => [
      ...(await chat.greet(userId)),
      ...(await live.presenceOfFriends.lately(userId)),
      news.greet(),
      content.greet(),
    ],
    async close() {
      await stopChat()
      news.stop()
      await simulator.close()
      await packChecker.close()
      webhooks.close()
    },
  }
}
