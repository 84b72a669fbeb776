import { Contents } from '../areas/content/contents.ts'
import { openBoards, reloadBoards } from '../areas/marketplace/boards.ts'
import { adoptRentTerms } from '../areas/rent/adopt-terms.ts'
import type { AuthContext } from '../areas/auth/sign-in.ts'
import { offerFirstAdmin } from '../auth/first-admin.ts'
import { SecurityLog } from '../auth/security-log.ts'
import { readSecret } from '../auth/server-secrets.ts'
import { Sessions } from '../auth/sessions.ts'
import type { OrderedBus } from '../bus/in-order.ts'
import type { NatsBus } from '../bus/nats-bus.ts'
import { openBus } from '../bus/open-bus.ts'
import type { Config } from '../config.ts'
import { writeDemoHistory, type DemoHistoryOptions } from '../demo/demo-history.ts'
import { BackupStatusReader } from '../backup/backup-status.ts'
import { openServerStore } from '../backup/run-backups.ts'
import { AREAS, toApiError } from '../server-areas.ts'
import { closeFolderToOthers } from '../store/folder-access.ts'
import { IntegrityMonitor } from '../integrity/integrity-monitor.ts'
import { readEconomyState } from '../integrity/economy-halt.ts'
import { CopyWatch } from '../store/copy-watch.ts'
import { OutageLossWatch } from '../store/outage-loss.ts'
import { rngOfOperation } from '../writer/chance.ts'
import { ForwardedCommands } from '../writer/forwarded-commands.ts'
import { CACHE_LIMITS } from '../writer/world-cache.ts'
import { Writer, type WriterOptions } from '../writer/writer.ts'
import { DEMO_SEED, type StartOptions } from './start-options.ts'
import { SECOND_MS } from '@clutch/contract/formats'
import { ACCESS_TOKEN_LIFE_SEC, AccessTokens } from '../auth/access-tokens.ts'
import { keysOfSetting, readKeyFile } from '../auth/signing-keys.ts'

/** The core of a server: store, content, writer and their monitoring. */
export interface Game {
  readonly context: AuthContext
  readonly contents: Contents
  readonly bus: OrderedBus
  readonly writer: Writer
  /** The way to other servers; undefined without NATS. */
  readonly others: { readonly nats: NatsBus; readonly commands: ForwardedCommands } | undefined
  readonly integrity: IntegrityMonitor
  /** Undefined for the embedded database, which has no standbys. */
  readonly outageLoss: OutageLossWatch | undefined
  readonly copyWatch: CopyWatch
  readonly backups: BackupStatusReader
  /** Reloads the state that is cached in memory. */
  readonly reloadBoards: () => Promise<void>
  /** Called with errors thrown by listeners of the bus. */
  readonly onListenerError: (error: unknown) => void
  readonly close: () => Promise<void>
}

export interface OpenGameOptions extends StartOptions {
  readonly publicUrl: () => string
  readonly observer: NonNullable<WriterOptions['observer']>
}

/** @throws when content or store cannot be opened */
export async function openGame({ config, log, nowMs, keyLimits, ...options }: OpenGameOptions): Promise<Game> {
  const wereOpen = closeFolderToOthers(config.dataDir)
  if (wereOpen > 0) log.warn({ files: wereOpen }, 'data folder was readable by other users; permissions corrected')
  const store = await openServerStore(config, log)
  const chanceSecret = await readSecret(store.db, 'chance')
  const contents = await Contents.open({ db: store.db, ownFolder: config.contentDir, log })
  if (config.demo) {
    const onProgress = options.onDemoProgress ?? (() => undefined)
    const { pack, catalogue } = contents.current
    await makeDemoWorld({ store, areas: AREAS, pack, catalogue, seed: DEMO_SEED, onProgress })
  }

  const onListenerError = (error: unknown): void => log.error({ err: error }, 'bus listener failed')
  const {
    bus,
    nats,
    close: closeBus,
  } = await openBus({ db: store.db, nats: config.nats, log, onError: onListenerError })
  const boards = await openBoards(store.db, bus)
  const copyWatch = await CopyWatch.start({ db: store.db, log, config, publicUrl: options.publicUrl })
  const outageLoss =
    config.databaseUrl === undefined
      ? undefined
      : await OutageLossWatch.start({ db: store.db, log, isRequired: config.requiresSyncReplica })
  const isRejecting = (): boolean => outageLoss?.isRejecting === true
  const writerOptions: WriterOptions = {
    store,
    bus,
    areas: AREAS,
    catalogue: contents.current.catalogue,
    log,
    ...(nowMs === undefined ? {} : { nowMs }),
    ...(keyLimits === undefined ? {} : { keyLimits }),
    cacheLimits: CACHE_LIMITS,
    rngFor: (operationId) => rngOfOperation(chanceSecret, operationId),
    observer: options.observer,
    isRejecting,
    readHalted: async () => (await readEconomyState(store.db)).halt !== undefined,
    // Changes that another writer made in the meantime may not have reached this server.
    onTakeOver: async () => {
      await contents.follow()
      await reloadBoards(boards)
    },
  }
  const writer = await Writer.start(writerOptions, leaseOf(config))
  const integrity = new IntegrityMonitor({ db: store.db, slowDb: store.slowDb, areas: AREAS, log, writer })
  await integrity.start()
  const others = nats && { nats, commands: new ForwardedCommands({ bus, link: nats, writer }) }
  const sessions = new Sessions(store.db, await readSecret(store.db, 'sessions'))
  const context: AuthContext = {
    store,
    bus,
    writer: others?.commands ?? writer,
    areas: AREAS,
    toApiError: (rejection) =>
      rejection.code === 'unavailable' && isRejecting()
        ? { code: 'unavailable', params: { cause: 'no_synchronous_standby' } }
        : toApiError(rejection, contents.current.pack),
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
    publicUrl: options.publicUrl,
    security: new SecurityLog(log),
    firstAdmin: await offerFirstAdmin(store.db, config),
  }
  if (writer.isLeased) await contents.switchToOwn(writer)
  await adoptRentTerms(context)
  return {
    context,
    contents,
    bus,
    writer,
    others,
    integrity,
    outageLoss,
    copyWatch,
    backups: new BackupStatusReader({ store, config, log }),
    reloadBoards: () => reloadBoards(boards),
    onListenerError,
    async close() {
      await integrity.stop()
      await outageLoss?.stop()
      await copyWatch.stop()
      others?.commands.leave()
      await writer.stop()
      await closeBus()
      await store.close()
    },
  }
}

/** A server without others waits for the lease before it serves; of several, each serves at once. */
function leaseOf({ nats, role }: Config): 'first' | 'in background' | 'never' {
  if (role === 'api') return 'never'
  return nats === undefined ? 'first' : 'in background'
}

/** Creates the demo world in an empty store; an incomplete one is recreated. */
async function makeDemoWorld(options: Omit<DemoHistoryOptions, 'nowMs'>): Promise<void> {
  const { db } = options.store
  const state = await db.selectFrom('demo_state').select('is_complete').executeTakeFirst()
  if (state?.is_complete === true) return
  const player = await db.selectFrom('player').select('user_id').executeTakeFirst()
  if (state === undefined && player !== undefined) return
  await writeDemoHistory({ ...options, nowMs: Date.now() })
}

/** Opens access tokens. Loads recently ended sessions, so that their tokens stay invalid after a restart. */
async function openAccessTokens(config: Config, sessions: Sessions): Promise<AccessTokens> {
  const { tokenKeys, dataDir } = config
  const keys = tokenKeys.length > 0 ? keysOfSetting(tokenKeys) : readKeyFile(dataDir, ACCESS_TOKEN_LIFE_SEC)
  const tokens = new AccessTokens({ keys, isOpen: (sessionId) => sessions.isOpen(sessionId) })
  const ended = await sessions.endedSince(Date.now() - ACCESS_TOKEN_LIFE_SEC * SECOND_MS)
  for (const sessionId of ended) tokens.endSession(sessionId)
  return tokens
}
