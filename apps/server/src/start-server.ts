import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import type { AuthContext } from './areas/auth/sign-in.ts'
import { startChat } from './areas/chat/start-chat.ts'
import { compensationTasks, reviveRuns } from './areas/compensation/run-task.ts'
import { PackChecker } from './areas/content/check-pack.ts'
import { Contents } from './areas/content/contents.ts'
import { tellContent } from './areas/content/tell-content.ts'
import { freezeTasks } from './areas/freezes/clear-lots.ts'
import { openExchange } from './areas/exchange/open-exchange.ts'
import { openBoards, rereadBoards } from './areas/marketplace/boards.ts'
import { readFirstStartMs } from './areas/news/days.ts'
import { NewsBoard } from './areas/news/news-board.ts'
import { tellNews } from './areas/news/tell-news.ts'
import { portfolioTasks } from './areas/portfolio/keep-days.ts'
import { playerTasks } from './areas/players/refresh-name.ts'
import { EconomyReports } from './areas/report/economy-reports.ts'
import { adoptRentTerms } from './areas/rent/adopt-terms.ts'
import { tellPresence } from './areas/social/tell-presence.ts'
import { offerFirstAdmin } from './auth/first-admin.ts'
import { openAccessTokens } from './auth/open-access-tokens.ts'
import { OperatorGate } from './auth/operator-gate.ts'
import { readSecret } from './auth/server-secrets.ts'
import { SecurityLog } from './auth/security-log.ts'
import { Sessions } from './auth/sessions.ts'
import { openBus } from './bus/open-bus.ts'
import { retryUntilDone } from './bus/retry-until-done.ts'
import type { Config } from './config.ts'
import { Simulator } from './areas/simulation/simulator.ts'
import { keepTraders } from './demo/keep-traders.ts'
import { LiveTraders } from './demo/live-traders.ts'
import { letTradersTalk } from './demo/let-traders-talk.ts'
import { makeDemoWorld } from './demo/make-demo-world.ts'
import { mountCalls } from './http/calls.ts'
import { closeApp } from './http/close-app.ts'
import { collectCommands } from './http/commands.ts'
import { replaceableHandlers } from './http/replaceable-handlers.ts'
import { createHttpApp, refuseUnknownCalls } from './http/http-app.ts'
import { mountHealth } from './http/health.ts'
import { describeApi } from './http/openapi.ts'
import { watchQueue } from './http/queue-watch.ts'
import { publishServerMetrics } from './http/server-metrics.ts'
import { observeWriter, publishWriterMetrics } from './http/writer-metrics.ts'
import { serveWebFiles } from './http/web-files.ts'
import { describeLiveConnection } from './live/asyncapi.ts'
import { EventStreams, eventStreamCalls } from './live/event-streams.ts'
import { tellAsOf } from './live/as-of.ts'
import { LiveHub } from './live/hub.ts'
import { Presence } from './live/presence.ts'
import { liveCalls, mountLiveConnection } from './live/routes.ts'
import { SingleUseTokens } from './live/single-use-tokens.ts'
import { closeFolderToOthers } from './store/folder-access.ts'
import { keepBackups, openKeptStore } from './keeping/keep-backups.ts'
import { TaskRunner } from './tasks/task-runner.ts'
import { AREAS, routesOfAreas } from './server-areas.ts'
import { EconomyWatch } from './watch/economy-watch.ts'
import { readWatch } from './watch/freeze-store.ts'
import { rngOfOperation } from './writer/chance.ts'
import { CACHE_LIMITS } from './writer/world-cache.ts'
import { ForwardedCommands } from './writer/forwarded-commands.ts'
import { Writer, type WriterOptions } from './writer/writer.ts'

/** A server that answers. */
export interface RunningServer {
  /** Where players reach it. */
  readonly url: string
  readonly context: AuthContext
  readonly hub: LiveHub
  readonly streams: EventStreams
  /** Makes whoever signs in over it an admin, once; for a server that has none. */
  readonly firstAdminLink: string | undefined
  close(): Promise<void>
}

export interface StartOptions {
  readonly config: Config
  readonly log: Logger
  /** Told 0 … 1 while a demo world is being made. */
  readonly onDemoProgress?: (done: number) => void
  /** Multiplies every rate limit; tests and benches raise it. */
  readonly rateLimitFactor?: number
  /** How long somebody is still shown as online without a connection; tests wait less. */
  readonly absenceDelayMs?: number
  /** The economy's clock, in Unix milliseconds; tests bring their own. */
  readonly nowMs?: () => number
}

const WEB_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url))
const DEMO_SEED = 'clutch'

/** The one place where everything is put together. @throws when content, store or port cannot be had. */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { config, log } = options
  const wereOpen = closeFolderToOthers(config.dataDir)
  if (wereOpen > 0) log.warn({ files: wereOpen }, 'other users could read the data folder: closed to them')
  const store = await openKeptStore(config, log)
  const chanceSecret = await readSecret(store.db, 'chance')
  const contents = await Contents.open({ db: store.db, ownFolder: config.contentDir, log })
  if (config.demo) {
    const onProgress = options.onDemoProgress ?? (() => undefined)
    const { pack, catalogue } = contents.current
    await makeDemoWorld({ store, areas: AREAS, pack, catalogue, seed: DEMO_SEED, onProgress })
  }

  const onListenerError = (error: unknown): void => log.error({ err: error }, 'a listener of the bus failed')
  const { bus, close: closeBus } = await openBus(config.databaseUrl, onListenerError)
  const boards = await openBoards(store.db, bus)
  const readAgain = (): Promise<void> => rereadBoards(store.db, boards)
  let url = config.publicUrl ?? `http://localhost:${config.port}`
  const publicUrl = (): string => url
  const app = await createHttpApp({
    log,
    publicUrl,
    embedOrigins: config.embedOrigins,
    trustedProxies: config.trustedProxies,
    operatorToken: config.operatorToken,
    isReachable: config.isReachable,
  })
  const writerOptions: WriterOptions = {
    store,
    bus,
    areas: AREAS,
    catalogue: contents.current.catalogue,
    log,
    ...(options.nowMs === undefined ? {} : { nowMs: options.nowMs }),
    cacheLimits: CACHE_LIMITS,
    rngFor: (operationId) => rngOfOperation(chanceSecret, operationId),
    observer: observeWriter(app),
    readFrozen: async () => (await readWatch(store.db)).freeze !== undefined,
    // Whatever another writer did while this one was none has told nobody here.
    onTakeOver: async () => {
      await contents.follow()
      await readAgain()
    },
  }
  const writer = await Writer.start(writerOptions, config.servesOnStandby)
  const watch = new EconomyWatch({ db: store.db, slowDb: store.slowDb, areas: AREAS, log, writer })
  await watch.start()
  const sessions = new Sessions(store.db)
  const firstAdmin = await offerFirstAdmin(store.db, config)
  const context: AuthContext = {
    store,
    writer: new ForwardedCommands({ bus, writer, isForwarding: config.servesOnStandby }),
    areas: AREAS,
    get pack() {
      return contents.current.pack
    },
    get catalogue() {
      return contents.current.catalogue
    },
    get published() {
      return contents.current.published
    },
    ...boards,
    config,
    accessTokens: await openAccessTokens(config, sessions),
    sessions,
    publicUrl,
    security: new SecurityLog(log),
    firstAdmin,
  }
  if (writer.isLeased) await contents.bringOwn(writer)
  await adoptRentTerms(context)
  const fairPrices = () => boards.fairPriceBoard.prices()
  const reports = new EconomyReports({ db: store.slowDb, fairPrices, nowMs: options.nowMs })
  const exchange = await openExchange(context, bus, log)
  // After the boards: whoever reads as of a message finds it in them.
  const presence = new Presence({ bus, serverId: randomUUID(), absenceDelayMs: options.absenceDelayMs })
  const hub = new LiveHub(AREAS, presence)
  const presenceOfFriends = tellPresence({ db: store.db, hub, presence, log })
  bus.subscribe('economy', (message) => hub.publish(message))
  const streams = new EventStreams()
  bus.subscribe('economy', (message) => streams.publish(message))
  bus.onMissed(() => {
    log.warn('messages of the writer were missed: whoever follows them reads again')
    context.accessTokens.forgetOpen()
    void retryUntilDone(readAgain, onListenerError)
    void retryUntilDone(() => contents.follow(), onListenerError)
    hub.reconnectAll()
    streams.reconnectAll()
  })
  context.accessTokens.onSessionEnd((sessionId) => bus.publish('session_ended', { sessionId }))
  bus.subscribe('session_ended', ({ sessionId }) => {
    context.accessTokens.noteEnded(sessionId)
    hub.closeSession(sessionId)
    streams.closeSession(sessionId)
  })

  publishWriterMetrics(app, () => writer.stats())
  exchange.publishMetrics(app)
  const open = { sockets: () => hub.size, eventStreams: () => streams.size }
  publishServerMetrics(app, { db: store.db, watch, ...open })
  const { chat, stop: stopChat } = await startChat({ context, bus, hub, log, nowMs: options.nowMs })
  const nowMs = options.nowMs ?? Date.now
  const newsBoard = new NewsBoard({
    db: store.db,
    pack: () => contents.current.pack,
    firstStartMs: await readFirstStartMs(store.db),
    nowMs,
  })
  const news = await tellNews({ board: newsBoard, bus, hub, log, nowMs })
  await describeApi(app)
  const live = {
    hub,
    tokens: new SingleUseTokens(),
    hasEnded: (sessionId: string) => context.accessTokens.hasEnded(sessionId),
    publicUrl,
    embedOrigins: config.embedOrigins,
  }
  const simulator = new Simulator(() => contents.current.catalogue, writer.workSignal, log)
  const packChecker = new PackChecker(log)
  const { handlers, renew } = replaceableHandlers(() => ({
    ...routesOfAreas({
      context,
      watch,
      reports,
      chat,
      presence,
      exchange: exchange.access,
      roulette: contents.current.roulette,
      simulator,
      content: { checker: packChecker, contents, packsDir: config.contentPacksDir, ownFolder: config.contentDir },
      news: { board: newsBoard, changed: news.changed, nowMs },
      nowMs: options.nowMs,
    }),
    ...liveCalls(live),
    ...eventStreamCalls(streams),
  }))
  contents.onChange(renew)
  const content = tellContent(contents, hub, nowMs)
  const rateLimitFactor = options.rateLimitFactor ?? 1
  const greet = async (userId: string) => [
    ...(await chat.greet(userId)),
    ...(await presenceOfFriends.lately(userId)),
    news.greet(),
    content.greet(),
  ]
  const commands = collectCommands(app, handlers, rateLimitFactor)
  await mountLiveConnection(app, { ...live, greet, commands })
  describeLiveConnection(app, commands)
  const isQueueMoving = watchQueue(() => writer.stats())
  await app.register(
    (api, _options, done) => {
      tellAsOf(api, () => hub.lastMessageId)
      const operators = new OperatorGate({ store, config })
      mountCalls(api, handlers, commands, { verifier: context.accessTokens, operators, rateLimitFactor })
      mountHealth(api, {
        db: store.db,
        writer: () => ({
          hasLease: writer.isLeased,
          isCommitting: writer.isCommitting,
          isMoving: isQueueMoving(),
        }),
      })
      done()
    },
    { prefix: '/api' },
  )
  refuseUnknownCalls(app)
  await serveWebFiles(app, WEB_FOLDER, () => contents.current.sprite)
  await app.listen({ port: config.port, host: config.host })
  const address = app.server.address()
  if (config.publicUrl === undefined && typeof address === 'object')
    url = `http://localhost:${address?.port ?? config.port}`

  const startTraders = (): LiveTraders => {
    const talk = letTradersTalk({ chat, hub, config, pack: context.pack })
    // One server's traders are enough: those of the writer's.
    return new LiveTraders({ ...context, writer }, DEMO_SEED, log, randomUUID(), talk).start(bus)
  }
  const traders = config.demo ? keepTraders(contents, startTraders) : undefined
  const tasks = new TaskRunner(
    store.db,
    {
      ...playerTasks(config, store),
      ...portfolioTasks(store.db, boards.fairPriceBoard, options.nowMs),
      ...exchange.tasks,
      ...reports.tasks,
      ...freezeTasks(context),
      ...compensationTasks(context),
    },
    log,
  )
  bus.subscribe('economy', ({ updates }) => {
    if (updates.players?.hasTasks === true || updates.exchange !== undefined) tasks.wake()
    if (updates.content !== undefined) void retryUntilDone(() => contents.follow(), onListenerError)
  })
  await exchange.reconciliation.start()
  await reviveRuns(store.db)
  tasks.start()
  const stopBackups = await keepBackups(store, config, log)
  return {
    url,
    context,
    hub,
    streams,
    firstAdminLink: firstAdmin && `${url}/api/auth/first-admin?token=${firstAdmin.token}`,
    async close() {
      await stopBackups()
      await traders?.stop()
      stopChat()
      news.stop()
      await tasks.stop()
      await exchange.reconciliation.stop()
      hub.close()
      presence.close()
      streams.close()
      await closeApp(app)
      await simulator.close()
      await packChecker.close()
      await watch.stop()
      await writer.stop()
      await closeBus()
      await store.close()
    },
  }
}
