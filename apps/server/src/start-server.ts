import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { AuthContext } from './areas/auth/sign-in.ts'
import { Dumps } from './areas/public-market/dumps.ts'
import { mountDumps, mountPublicStream, publicMarketRoutes } from './areas/public-market/routes.ts'
import type { PublicStreams } from './areas/public-market/stream.ts'
import { serverCallHandlers } from './areas/server-calls/routes.ts'
import { OperatorGate } from './auth/operator-gate.ts'
import { isPlayerKey, PlayerKeys } from './auth/player-keys.ts'
import { readSecret } from './auth/server-secrets.ts'
import { ServerKeys } from './auth/server-keys.ts'
import { describeApi } from './http/api-documents.ts'
import { mountCalls } from './http/calls.ts'
import { closeApp } from './http/close-app.ts'
import { collectCommands } from './http/commands.ts'
import { mountHealth } from './http/health.ts'
import { createHttpApp, refuseUnknownCalls } from './http/http-app.ts'
import { mountPublicCalls, PUBLIC_PREFIX } from './http/public-calls.ts'
import { watchQueue } from './http/queue-watch.ts'
import { replaceableHandlers } from './http/replaceable-handlers.ts'
import { publishServerMetrics } from './http/server-metrics.ts'
import { SharedBudgets } from './http/shared-budgets.ts'
import { mountServerCalls, SERVER_PREFIX } from './http/server-calls.ts'
import { serveWebFiles } from './http/web-files.ts'
import { observeWriter, publishWriterMetrics } from './http/writer-metrics.ts'
import { sendAsOf } from './live/as-of.ts'
import { describeLiveConnection } from './live/asyncapi.ts'
import { eventStreamCalls, type EventStreams } from './live/event-streams.ts'
import type { Broadcaster } from './live/broadcaster.ts'
import { liveCalls, mountLiveConnection } from './live/routes.ts'
import { LiveTickets, ownTicketSecret, usesInDatabase, usesInMemory } from './live/live-tickets.ts'
import { routesOfAreas } from './server-areas.ts'
import { openGame } from './start/open-game.ts'
import { openLive } from './start/open-live.ts'
import { openAreaServices } from './start/open-area-services.ts'
import type { StartOptions } from './start/start-options.ts'
import { startWork } from './start/start-work.ts'

/** A running server. */
export interface RunningServer {
  /** The address for players. */
  readonly url: string
  readonly context: AuthContext
  readonly broadcaster: Broadcaster
  readonly streams: EventStreams
  readonly publicStreams: PublicStreams
  readonly dumps: Dumps
  /** One-time link whose visitor becomes an admin on sign-in; for a server without admins. */
  readonly firstAdminLink: string | undefined
  close(): Promise<void>
}

/** Time over which sockets are closed when the server stops. */
const MOVE_SPREAD_MS = 5_000
/** The balancer's time to notice that the server stops, as a share of that. */
const NOTICE_SHARE = 0.2
const WEB_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url))

/** Starts a server. @throws when content or store cannot be opened, or the port is in use. */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { config, log, rateLimitFactor = 1, moveSpreadMs = MOVE_SPREAD_MS } = options
  let url = config.publicUrl ?? `http://localhost:${config.port}`
  const publicUrl = (): string => url
  const app = await createHttpApp({
    log,
    publicUrl,
    embedOrigins: config.embedOrigins,
    trustedProxies: config.trustedProxies,
    operatorToken: config.operatorToken,
    hasPublicDocs: config.hasPublicDocs,
    isReachable: config.isReachable,
  })
  const game = await openGame({ ...options, publicUrl, observer: observeWriter(app) })
  const { context, contents, writer, integrity, outageLoss } = game
  const { db } = context.store
  const connections = openLive(game, options)
  const { broadcaster, streams, publicStreams } = connections
  const services = await openAreaServices(app, game, connections, options)

  publishWriterMetrics(app, () => writer.stats())
  services.exchange.publishMetrics(app)
  publishServerMetrics(app, {
    db,
    integrity,
    outageLoss,
    copyWatch: game.copyWatch,
    backups: game.backups,
    others: game.others,
    isWriter: () => writer.isLeased,
    sockets: () => broadcaster.size,
    eventStreams: () => streams.size,
  })
  await describeApi(app, {
    servesPublicApi: config.servesPublicApi,
    listsOperators: config.operatorToken !== undefined || !config.isReachable,
  })
  const live = {
    broadcaster,
    tokens:
      game.others === undefined
        ? new LiveTickets(ownTicketSecret(), usesInMemory())
        : new LiveTickets(await readSecret(db, 'live-tickets'), usesInDatabase(db)),
    hasEnded: (sessionId: string) => context.accessTokens.hasEnded(sessionId),
    publicUrl,
    embedOrigins: config.embedOrigins,
  }
  const { handlers, renew } = replaceableHandlers(() => ({
    ...routesOfAreas(services.routesOptions()),
    ...liveCalls(live),
    ...eventStreamCalls(streams),
  }))
  contents.onChange(renew)
  const commands = collectCommands(handlers, rateLimitFactor)
  const setting = () => contents.current.pack.playerKeys
  const playerKeys = new PlayerKeys({ db, setting, log, rateLimitFactor })
  const isServing = config.role !== 'writer'
  if (isServing) {
    await mountLiveConnection(app, { ...live, greet: services.greet, commands })
    describeLiveConnection(app, commands)
  }
  let isStopping = false
  const isQueueMoving = watchQueue(() => writer.stats())
  await app.register(
    (api, _options, done) => {
      if (isServing) {
        sendAsOf(
          api,
          () => broadcaster.lastMessageId,
          () => contents.current.published.version,
        )
        mountCalls(api, handlers, commands, {
          verifier: {
            verify: (token, address) =>
              isPlayerKey(token) ? playerKeys.verify(token, address) : context.accessTokens.verify(token),
            noteKeyUse: (use) => playerKeys.noteUse(use),
          },
          operators: new OperatorGate({ store: context.store, config }),
          sharedBudgets: new SharedBudgets(game.bus),
          rateLimitFactor,
        })
      }
      mountHealth(api, {
        db,
        writer: () => ({
          hasLease: game.others?.commands.isWriterKnown ?? writer.isLeased,
          isCommitting: !writer.isLeased || writer.isCommitting,
          isMoving: isQueueMoving(),
        }),
        isBusConnected: () => game.others?.nats.isConnected ?? true,
        isCopy: () => game.copyWatch.isCopy,
        isStopping: () => isStopping,
      })
      done()
    },
    { prefix: '/api' },
  )
  const dumps = new Dumps({
    db: context.store.slowDb,
    folder: join(config.dataDir, 'dumps'),
    log,
    ...(options.nowMs === undefined ? {} : { nowMs: options.nowMs }),
  })
  if (isServing && config.servesPublicApi) {
    await dumps.start()
    await app.register(
      (api, _options, done) => {
        mountPublicCalls(api, () => publicMarketRoutes(context, services.reports, dumps), rateLimitFactor)
        mountDumps(api, dumps)
        mountPublicStream(api, publicStreams)
        done()
      },
      { prefix: PUBLIC_PREFIX },
    )
  }
  const keys = new ServerKeys({ db, isSimulated: config.platform.isSimulated, log, nowMs: options.nowMs })
  if (isServing) {
    await app.register(
      (api, _options, done) => {
        mountServerCalls(api, serverCallHandlers(context, services.webhooks), { keys, rateLimitFactor })
        done()
      },
      { prefix: SERVER_PREFIX },
    )
  }
  refuseUnknownCalls(app)
  if (isServing) await serveWebFiles(app, WEB_FOLDER, () => contents.current)
  await app.listen({ port: config.port, host: config.host })
  const address = app.server.address()
  if (config.publicUrl === undefined && typeof address === 'object')
    url = `http://localhost:${address?.port ?? config.port}`

  const stopWork = await startWork(game, { ...options, broadcaster, services })
  const { firstAdmin } = context
  return {
    url,
    context,
    broadcaster,
    streams,
    publicStreams,
    dumps,
    firstAdminLink: isServing ? firstAdmin && `${url}/api/auth/first-admin?token=${firstAdmin.token}` : undefined,
    async close() {
      isStopping = true
      if (game.others !== undefined) {
        // Players reach other servers once the balancer has seen that this one is not ready.
        await wait(moveSpreadMs * NOTICE_SHARE)
        await broadcaster.moveAll(moveSpreadMs)
      }
      await stopWork()
      await dumps.stop()
      connections.close()
      await closeApp(app)
      await keys.close()
      await playerKeys.close()
      await services.close()
      await game.close()
    },
  }
}
