import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { CallBody, CallResponse, CompensationRun } from '@clutch/contract'
import { expect } from 'vitest'
import type { Store } from '../../src/store/store.ts'
import { share } from '../support/chance.ts'
import type { LoadServer } from '../support/load-server.ts'
import { ask, request, type KilledWork } from './killed-work.ts'

/** A run takes some tenths of a second. */
const KILL_AFTER_MAX_MS = 60
/** Share of the kills that follow a stop, which takes some milliseconds. */
const STOP_SHARE = 0.5
const STOP_MAX_MS = 20
const COINS = 17
const POLL_MS = 50

type Change = CallBody<'POST /admin/compensation/stop'>
type Changed = CallResponse<'POST /admin/compensation/stop'>

/** An operator stops runs and resumes them: each player is granted the compensation exactly once. */
export class CompensationRuns implements KilledWork {
  readonly #steamIds: readonly string[]
  readonly #runs: CompensationRun[] = []
  #stop: Change | undefined

  /** @param steamIds players who exist when a run starts */
  constructor(steamIds: readonly string[]) {
    this.#steamIds = steamIds
  }

  /** A stop whose response was lost is repeated; it has taken effect by then or does so now, unless the run has ended. */
  async recover(server: LoadServer): Promise<void> {
    const run = this.#runs.at(-1)
    if (run === undefined) return
    if (this.#stop !== undefined) {
      const answer = await send(server, '/admin/compensation/stop', this.#stop)
      if (answer.status !== 200) expect(await answer.json()).toMatchObject({ code: 'run_ended' })
      const stopped = await find(server, run)
      expect(stopped.ended_at === null, 'it is stopped, or has ended').toBe(stopped.stopped_at !== null)
      if (stopped.stopped_at !== null) await send(server, '/admin/compensation/resume', changeOf(run))
    }
    while ((await find(server, run)).ended_at === null) await wait(POLL_MS)
    this.#stop = undefined
  }

  /** Kills fall into grants, their records, and stops. */
  async provoke(server: LoadServer, recovered: Promise<unknown>): Promise<void> {
    await recovered
    const { run } = await ask<Changed>(server, '/admin/compensation/start', {
      players: { kind: 'list', text: this.#steamIds.join() },
      coins: COINS,
      reason: 'crash',
      idempotency_key: randomUUID(),
      expected_players: this.#steamIds.length,
    })
    this.#runs.push(run)
    while ((await find(server, run)).granted === 0) await wait(1)
    await wait(share() * KILL_AFTER_MAX_MS)
    if (share() >= STOP_SHARE) return
    this.#stop = changeOf(run)
    send(server, '/admin/compensation/stop', this.#stop).catch(() => undefined)
    await wait(share() * STOP_MAX_MS)
  }

  async check({ db }: Store): Promise<void> {
    const players = this.#steamIds.length
    for (const { id } of this.#runs) {
      const given = await db.selectFrom('operation').select('user_id').where('cause_id', '=', id).execute()
      expect(given).toHaveLength(players)
      expect(new Set(given.map(({ user_id }) => user_id)).size).toBe(players)
      const run = await db.selectFrom('compensation_run').selectAll().where('run_id', '=', id).executeTakeFirstOrThrow()
      expect(run).toMatchObject({ granted: players, refused: 0, stopped_at_ms: null })
    }
    const notifications = await db.selectFrom('notification').select('user_id').where('coins', '=', COINS).execute()
    expect(notifications).toHaveLength(players * this.#runs.length)
    expect(this.#runs).not.toEqual([])
  }
}

const changeOf = ({ id }: CompensationRun): Change => ({ run_id: id, idempotency_key: randomUUID(), reason: 'crash' })

function send(server: LoadServer, path: string, body: object): Promise<Response> {
  return request(server, server.tokens[0], { path, body })
}

async function find(server: LoadServer, { id }: CompensationRun): Promise<CompensationRun> {
  const { response } = await ask<{ response: CompensationRun[] }>(server, '/admin/compensation/runs', { last_uuid: '' })
  const run = response.find((each) => each.id === id)
  if (run === undefined) throw new Error('The run is gone')
  return run
}
