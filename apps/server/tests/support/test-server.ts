import { rmSync } from 'node:fs'
import { Writable } from 'node:stream'
import { expect, vi } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { RETRY_DELAYS_MS } from '../../src/areas/webhooks/webhook-deliverer.ts'
import { createLogger } from '../../src/logger.ts'
import { startServer, type RunningServer } from '../../src/start-server.ts'
import { KEY_LIMITS } from '../../src/writer/known-outcomes.ts'
import { makePack, type PackOptions } from './make-pack.ts'
import { PATIENCE_MS } from './patience.ts'
import { createTestStore, type TestStore } from './stores.ts'

export interface TestServer {
  readonly url: string
  readonly server: RunningServer
  /** Everything logged so far, at the most verbose level unless the environment sets another. */
  readonly logged: () => string
  close(): Promise<void>
}

export interface TestServerOptions {
  readonly environment?: Readonly<Record<string, string>>
  /** The store to open, which then outlives the server; a new one by default. */
  readonly store?: TestStore
  readonly rateLimitFactor?: number
  /** Overrides of the game's content. */
  readonly pack?: Partial<PackOptions>
}

/** Starting balance of every player. */
export const STARTER_COINS = 1_000
export const STARTER_COUNT = 5
/** Delay before a disconnected player counts as offline. */
const ABSENCE_DELAY_MS = 200
/** Time over which sockets are closed when a server stops. */
const MOVE_SPREAD_MS = 200
/** Retries of webhooks, as many as in production. */
const WEBHOOK_RETRY_DELAYS_MS = RETRY_DELAYS_MS.map(() => 30)
/** More than any test needs. */
const UNLIMITED = 1_000_000
/**
 * More than any test uses, and a power of two. Each start allocates memory for this many: the default would cause
 * more garbage collection.
 */
const KEYS_MAX = 1 << 16

/**
 * A complete server on a free port with an empty store and a small game. On PostgreSQL, where it starts with a fifth of the
 * processor time, unless a store is given.
 */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const store = options.store ?? (await createTestStore('postgres'))
  const contentFolder = makePack({
    items: 3,
    starterCoins: STARTER_COINS,
    starterCount: STARTER_COUNT,
    ...options.pack,
  })
  const read = readConfig({
    PORT: '0',
    DEMO: 'off',
    CONTENT_DIR: contentFolder,
    ...store.environment,
    ...options.environment,
  })
  if (!read.ok) throw new Error(read.problems.join('\n'))
  const chunks: string[] = []
  const destination = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(String(chunk))
      done()
    },
  })
  const server = await startServer({
    config: read.config,
    log: createLogger(options.environment?.['LOG_LEVEL'] ?? 'trace', destination),
    absenceDelayMs: ABSENCE_DELAY_MS,
    moveSpreadMs: MOVE_SPREAD_MS,
    webhookRetryDelaysMs: WEBHOOK_RETRY_DELAYS_MS,
    keyLimits: { ...KEY_LIMITS, capacity: KEYS_MAX },
    rateLimitFactor: options.rateLimitFactor ?? UNLIMITED,
  })
  // With NATS it serves before there is a writer.
  if (read.config.nats !== undefined) {
    await vi.waitFor(async () => expect((await fetch(`${server.url}/api/health/ready`)).status).toBe(200), PATIENCE_MS)
  }
  return {
    url: server.url,
    server,
    logged: () => chunks.join(''),
    async close() {
      await server.close()
      if (options.store === undefined) await store.remove()
      rmSync(contentFolder, { recursive: true, force: true })
    },
  }
}
