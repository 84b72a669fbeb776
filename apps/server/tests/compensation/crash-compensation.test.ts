import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { CallBody, CallResponse, CompensationRun } from '@clutch/contract'
import { afterEach, expect, it } from 'vitest'
import { AREAS } from '../../src/server-areas.ts'
import { checkIntegrity } from '../../src/integrity/integrity-check.ts'
import { share } from '../support/crash-chance.ts'
import { CHATTERS_ARE_ADMINS } from '../support/crash-chat.ts'
import { CRASH_TIMEOUT_MS, endServers, startUnderLoad } from '../support/crash-scenario.ts'
import type { LoadServer } from '../support/load-server.ts'
import { makePack } from '../support/make-pack.ts'
import { createTestStore, STORE_KINDS } from '../support/stores.ts'

/** Each start of a server takes seconds, so the everyday run has a single kill; `npm run crash` has more. */
const KILLS = Number(process.env['CRASH_KILLS'] ?? 1)
const PLAYERS = 600
/** A few portions: stops fall into grants and their notes. */
const STOP_AFTER_MAX_MS = 60
/** A stop takes some milliseconds: kills fall before, into and after it. */
const KILL_AFTER_MAX_MS = 20
const COINS = 17

afterEach(endServers)

type Change = CallBody<'POST /admin/compensation/stop'>
type Changed = CallResponse<'POST /admin/compensation/stop'>

function send({ url, tokens }: LoadServer, path: string, body?: object): Promise<Response> {
  return fetch(`${url}/api${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens[0]}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

async function ask<Answer>(server: LoadServer, path: string, body?: object): Promise<Answer> {
  const response = await send(server, path, body)
  expect({ path, status: response.status, answer: await response.clone().text() }).toMatchObject({ status: 200 })
  return (await response.json()) as Answer
}

const changeOf = ({ id }: CompensationRun): Change => ({
  run_id: id,
  idempotency_key: randomUUID(),
  reason: 'crash',
})

/** Starts a run for all players. */
async function begin(server: LoadServer): Promise<CompensationRun> {
  const body = { players: { kind: 'filter' }, coins: COINS, reason: 'crash', expected_players: PLAYERS }
  const start = { ...body, idempotency_key: randomUUID() }
  return (await ask<Changed>(server, '/admin/compensation/start', start)).run
}

async function find(server: LoadServer, { id }: CompensationRun): Promise<CompensationRun> {
  const { response } = await ask<{ response: CompensationRun[] }>(server, '/admin/compensation/runs', { last_uuid: '' })
  const run = response.find((each) => each.id === id)
  if (run === undefined) throw new Error('The run is gone')
  return run
}

/** A stop whose response was lost is repeated; it has taken effect by then or does so now, unless the run has ended. */
async function confirm(server: LoadServer, stop: Change): Promise<void> {
  const answer = await send(server, '/admin/compensation/stop', stop)
  if (answer.status === 200) return
  expect(await answer.json()).toMatchObject({ code: 'run_ended' })
}

it.each(STORE_KINDS)(
  'a server killed while it stops a compensation run grants to each player exactly once, on %s',
  async (kind) => {
    const store = await createTestStore(kind)
    const pack = makePack({ items: 5, starterCoins: 10, starterCount: 1 })
    const environment = {
      CONTENT_DIR: pack,
      LOAD_PLAYERS: String(PLAYERS),
      ...CHATTERS_ARE_ADMINS,
      ...store.environment,
    }
    const runs: CompensationRun[] = []
    for (let kill = 0; kill < KILLS; kill += 1) {
      const server = await startUnderLoad(environment)
      const run = await begin(server)
      runs.push(run)
      while ((await find(server, run)).granted === 0) await wait(1)
      const stop = changeOf(run)
      await wait(share() * STOP_AFTER_MAX_MS)
      const answer = send(server, '/admin/compensation/stop', stop).catch(() => undefined)
      await wait(share() * KILL_AFTER_MAX_MS)
      server.child.kill('SIGKILL')
      await Promise.all([once(server.child, 'exit'), answer])

      const next = await startUnderLoad(environment)
      await confirm(next, stop)
      const stopped = await find(next, run)
      expect(stopped.ended_at === null, 'it is stopped, or has ended').toBe(stopped.stopped_at !== null)
      if (stopped.stopped_at !== null) await send(next, '/admin/compensation/resume', changeOf(run))
      await expect.poll(async () => (await find(next, run)).ended_at).not.toBeNull()
      next.child.kill('SIGKILL')
      await once(next.child, 'exit')
    }

    const opened = await store.open()
    for (const { id } of runs) {
      const given = await opened.db.selectFrom('operation').select('user_id').where('cause_id', '=', id).execute()
      expect(given).toHaveLength(PLAYERS)
      expect(new Set(given.map(({ user_id }) => user_id)).size).toBe(PLAYERS)
      const run = await opened.db
        .selectFrom('compensation_run')
        .selectAll()
        .where('run_id', '=', id)
        .executeTakeFirstOrThrow()
      expect(run).toMatchObject({ granted: PLAYERS, refused: 0, stopped_at_ms: null })
    }
    const notifications = await opened.db
      .selectFrom('notification')
      .select('user_id')
      .where('coins', '=', COINS)
      .execute()
    expect(notifications).toHaveLength(KILLS * PLAYERS)
    expect(await checkIntegrity(opened.db, AREAS)).toEqual([])
    await opened.close()
    await store.remove()
    rmSync(pack, { recursive: true, force: true })
  },
  CRASH_TIMEOUT_MS,
)
