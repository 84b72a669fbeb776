import { rmSync } from 'node:fs'
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../src/config.ts'
import { moveWorld } from '../src/keeping/move-world.ts'
import { createLogger } from '../src/logger.ts'
import { AREAS } from '../src/server-areas.ts'
import { startServer, type RunningServer } from '../src/start-server.ts'
import { auditStore } from '../src/store/audit.ts'
import type { Database } from '../src/store/database.ts'
import { makePack } from './support/make-pack.ts'
import { LEFT_AT_MS, putOlderWorld, readAnswers } from './support/older-world.ts'
import { createTestStore, type TestStore } from './support/stores.ts'

const TOKEN_LIFE_SEC = 600
/** After so many tables the move is cut off. */
const TABLES_BEFORE_CUT = 4
const PLAYERS_ASKED = 3

describe('moving an embedded world to PostgreSQL', () => {
  let embedded: TestStore
  let postgres: TestStore
  const pack = makePack({ items: 6, starterCoins: 1_000, starterCount: 5, production: true, feeBasisPoints: 250 })
  beforeAll(async () => {
    embedded = await createTestStore('pglite')
    postgres = await createTestStore('postgres')
    await putOlderWorld(embedded)
  })
  afterAll(async () => {
    await embedded.remove()
    await postgres.remove()
    rmSync(pack, { recursive: true, force: true })
  })

  /** Starts a server on a store whose time has stood still, and asks it all that players see. */
  async function askAll(store: TestStore): Promise<unknown[]> {
    const server = await start(store)
    const { players, market } = readAnswers()
    const answers: unknown[] = []
    for (const [userId, calls] of Object.entries(players).slice(0, PLAYERS_ASKED)) {
      for (const [name, body] of [...calls, ...market]) answers.push(await ask(server, userId, name, body))
    }
    await server.close()
    return answers
  }

  async function start(store: TestStore): Promise<RunningServer> {
    const read = readConfig({ PORT: '0', DEMO: 'off', CONTENT_DIR: pack, ...store.environment })
    if (!read.ok) throw new Error(read.problems.join('\n'))
    const log = createLogger('silent')
    return startServer({ config: read.config, log, rateLimitFactor: 1_000_000, nowMs: () => LEFT_AT_MS })
  }

  async function ask({ context, url }: RunningServer, userId: string, name: string, body: unknown): Promise<unknown> {
    const { sessionId } = await context.sessions.open(userId)
    const token = await context.accessTokens.issue({ userId, sessionId, roles: ['player'] }, TOKEN_LIFE_SEC)
    const [method = '', path = ''] = name.split(' ')
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body === null ? {} : { 'content-type': 'application/json' }) },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    })
    return response.json()
  }

  async function move(onProgress: (table: string) => void): Promise<void> {
    const [from, to] = [await embedded.open(), await postgres.open()]
    try {
      await moveWorld({ from, to, areas: AREAS, onProgress })
    } finally {
      await from.close()
      await to.close()
    }
  }

  const balances = (db: Kysely<Database>) => sql`select * from balance order by user_id, asset`.execute(db)

  it('goes on where it was cut off, and nobody serves half a world', async () => {
    let tables = 0
    const cut = (): void => {
      tables += 1
      if (tables > TABLES_BEFORE_CUT) throw new Error('cut off')
    }
    await expect(move(cut)).rejects.toThrow('cut off')
    await expect(start(postgres)).rejects.toThrow('moved here in part')
    const again: string[] = []
    await move((table) => again.push(table))
    expect(again).not.toContain('balance')
    expect(again).toContain('price_bucket')
  })

  it('has equal balances, histories and charts, and keeps every promise', async () => {
    const [from, to] = [await embedded.open(), await postgres.open()]
    expect((await balances(to.db)).rows).toEqual((await balances(from.db)).rows)
    expect(await auditStore(to.db, AREAS)).toEqual([])
    await from.close()
    await to.close()
    const answers = await askAll(postgres)
    expect(answers.length).toBeGreaterThan(30)
    expect(answers).toEqual(await askAll(embedded))
  })

  it('does not move into a world that is there', async () => {
    await expect(move(() => undefined)).rejects.toThrow('players in that database already')
  })
})
