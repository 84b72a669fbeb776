import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { ExchangeWithSteps, SteamWallet } from '@clutch/contract'
import { afterEach, expect, it } from 'vitest'
import { AREAS } from '../../src/server-areas.ts'
import { checkIntegrity } from '../../src/integrity/integrity-check.ts'
import { share } from '../support/chance.ts'
import { findFreePort } from '../support/free-port.ts'
import { endServer, endServers, startLoadServer, type LoadServer } from '../support/load-server.ts'
import { makePack } from '../support/make-pack.ts'
import { createTestStore, STORE_KINDS } from '../support/stores.ts'

/** Two hundred on every store with `npm run crash`; otherwise a few, on the store with the most to lose. */
const EXCHANGES = Number(process.env['CRASH_EXCHANGES'] ?? 21)
const STORES = EXCHANGES < 100 ? (['pglite'] as const) : STORE_KINDS
/** Each sends coins twice and takes some back once. */
const PER_PLAYER = 3
const PLAYERS = Math.ceil(EXCHANGES / PER_PLAYER)
const TO_STORE = '/api/marketplace/exchange-to-steam-coins'
const FROM_STORE = '/api/marketplace/exchange-from-steam-coins'
/** In-game coins sent per exchange. */
const SENT_COINS = 30_000
/** Store coins taken back: more than one stack, because each exchange creates one. */
const TAKEN_BACK = 340
const PLATFORM = fileURLToPath(new URL('../../../platform-sim/src/main.ts', import.meta.url))
const START_COINS = 1_000_000
const RATE = 100
const FAULT_SHARE = 0.25
const LATE_MS = 3_000
const TIMEOUT_MS = 580_000
/** Minimum number of kills in each phase. */
const KILLS_MIN = EXCHANGES < 100 ? 2 : 10
/** Interval between kills of either process while exchanges are running. */
const KILL_EVERY_MS = 1_500
const PATIENCE_MS = 90_000
const POLL_MS = 250

const platforms = new Set<ChildProcess>()
afterEach(() => {
  endServers()
  for (const platform of platforms) platform.kill('SIGKILL')
})

async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

async function startPlatform(port: number, folder: string, faults: string | undefined): Promise<ChildProcess> {
  const child = spawn(process.execPath, [PLATFORM], {
    env: {
      PLATFORM_SIM_PORT: String(port),
      DATA_DIR: folder,
      PLATFORM_SIM_LATE_MS: String(LATE_MS),
      ...(faults === undefined ? {} : { PLATFORM_SIM_FAULTS: faults }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  platforms.add(child)
  for await (const line of createInterface(child.stdout)) if (line.includes('http://')) return child
  throw new Error('The platform ended before it was ready')
}

const tokensOf = (server: LoadServer): readonly string[] => server.tokens.slice(0, PLAYERS)

interface Request {
  readonly token: string
  readonly key: string
  readonly path: string
  readonly body: string
}

function exchange(token: string, path: string, count = SENT_COINS): Request {
  return { token, key: randomUUID(), path, body: JSON.stringify({ currency: 'bronze', count }) }
}

/**
 * Kills the two real processes alternately while exchanges are running and a quarter of the calls between them fails.
 * In the end every exchange has ended, and each player owns as much on both sides together as before.
 */
it.each(STORES)(
  `${EXCHANGES} exchanges on %s end with every coin accounted for through SIGKILLs of server and platform`,
  { timeout: TIMEOUT_MS },
  async (kind) => {
    const store = await createTestStore(kind)
    const folder = mkdtempSync(join(tmpdir(), 'clutch-platform-'))
    const pack = makePack({ items: 3, starterCoins: START_COINS, starterCount: 1 })
    const port = await findFreePort()
    const environment = {
      CONTENT_DIR: pack,
      PLATFORM_SIM_PORT: String(port),
      LOAD_PLAYERS: String(PLAYERS),
      ...store.environment,
    }
    const startServer = (): Promise<LoadServer> => startLoadServer(environment)
    let life = 0
    const startFaulty = (): Promise<ChildProcess> => {
      life += 1
      return startPlatform(port, folder, `crash-${life}:${FAULT_SHARE}`)
    }

    let platform = await startPlatform(port, folder, undefined)
    let server = await startServer()
    const kills = { server: 0, platform: 0 }
    const call = async <Answer>(token: string, path: string): Promise<Answer> => {
      const response = await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${token}` } })
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
      return (await response.json()) as Answer
    }
    /** Repeats a request until its response is final; the key prevents duplicates. */
    const send = async ({ token, key, path, body }: Request): Promise<void> => {
      for (const untilMs = Date.now() + PATIENCE_MS; Date.now() < untilMs; await wait(POLL_MS)) {
        try {
          const headers = {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            'idempotency-key': key,
          }
          const response = await fetch(`${server.url}${path}`, { method: 'POST', headers, body })
          if (response.status === 200) return
          const text = await response.text()
          if (response.status < 500) throw new Error(text)
        } catch (error) {
          if (!(error instanceof TypeError)) throw error
        }
      }
      throw new Error('No response')
    }
    const allEnded = async (): Promise<boolean> => {
      const lists = await Promise.all(
        tokensOf(server).map((token) => call<{ exchanges: ExchangeWithSteps[] }>(token, '/api/marketplace/exchanges')),
      )
      return lists.every(({ exchanges }) => exchanges.every(({ settled_at }) => settled_at !== null))
    }
    const untilEnded = async (): Promise<void> => {
      for (const untilMs = Date.now() + PATIENCE_MS; !(await allEnded()); await wait(POLL_MS)) {
        if (Date.now() > untilMs) throw new Error('Some exchanges are still open')
      }
    }
    /** Runs exchanges of all players at once, with kills until all are accepted and for a while longer. */
    const phase = async (requests: readonly Request[]): Promise<void> => {
      await kill(platform)
      platform = await startFaulty()
      const accepted = new AbortController()
      const killing = (async () => {
        for (let turn = 0; !accepted.signal.aborted || turn < KILLS_MIN; turn += 1) {
          await wait(KILL_EVERY_MS * (0.5 + share()))
          if (turn % 2 === 0) {
            await endServer(server, 'SIGKILL')
            kills.server += 1
            server = await startServer()
          } else {
            await kill(platform)
            kills.platform += 1
            platform = await startFaulty()
          }
        }
      })()
      await Promise.all(requests.map(send))
      accepted.abort()
      await killing
      await kill(platform)
      platform = await startPlatform(port, folder, undefined)
      await untilEnded()
    }

    try {
      await phase(tokensOf(server).flatMap((token) => [exchange(token, TO_STORE), exchange(token, TO_STORE)]))
      // Exchanges that the platform rejected leave less to take back: take all there is, and where there is nothing,
      // send coins again.
      const back = tokensOf(server).map(async (token) => {
        const { bronze_coins } = await call<SteamWallet>(token, '/api/get_steam_wallet')
        return bronze_coins === 0
          ? exchange(token, TO_STORE)
          : exchange(token, FROM_STORE, Math.min(bronze_coins, TAKEN_BACK))
      })
      await phase(await Promise.all(back))
      const states: string[] = []
      // Late calls have arrived by now.
      await wait(LATE_MS)
      for (const token of tokensOf(server)) {
        const wallet = await call<SteamWallet>(token, '/api/get_steam_wallet')
        const { user } = await call<{ user: { coins: number } }>(token, '/api/get_profile')
        const { exchanges } = await call<{ exchanges: ExchangeWithSteps[] }>(token, '/api/marketplace/exchanges')
        expect({ exchanges, all: user.coins + wallet.bronze_coins * RATE }).toEqual({ exchanges, all: START_COINS })
        expect(exchanges).toHaveLength(PER_PLAYER)
        states.push(...exchanges.map(({ state }) => state))
      }
      await endServer(server, 'SIGKILL')
      const opened = await store.open()
      expect(await checkIntegrity(opened.db, AREAS)).toEqual([])
      await opened.close()
      const byState = Map.groupBy(states, (state) => state)
      console.log(
        `${states.length} exchanges on ${kind} (${Array.from(byState, ([state, all]) => `${all.length} ${state}`).join(', ')}), ` +
          `${kills.server} kills of the server and ${kills.platform} of the platform`,
      )
    } finally {
      await kill(platform).catch(() => undefined)
      await store.remove()
      rmSync(folder, { recursive: true, force: true })
      rmSync(pack, { recursive: true, force: true })
    }
  },
)
