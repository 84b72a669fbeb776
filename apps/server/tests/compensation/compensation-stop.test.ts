import { randomUUID } from 'node:crypto'
import type { CompensationRun } from '@clutch/contract'
import { describe, expect, it } from 'vitest'
import { continueRun } from '../../src/areas/compensation/run-task.ts'
import { registerCrowd } from '../support/crowd.ts'
import { serveMarket } from '../support/market-server.ts'
import { Player } from '../support/player.ts'
import { STORE_KINDS } from '../support/stores.ts'

const ADMIN = '76561198000000117'
const STOP = 'POST /admin/compensation/stop'
const RESUME = 'POST /admin/compensation/resume'
/** Enough portions for a stop to fall between two of them, however busy the machine is. */
const CROWD = 1_500
/** Grants without a note. */
const LOST = 40
const COINS = 13

describe.each(STORE_KINDS)('stopping a compensation on %s', (kind) => {
  const { server, db, restart, sameAt } = serveMarket(kind, {}, { ADMIN_STEAM_IDS: ADMIN })

  async function start(admin: Player, steamIds: readonly string[]): Promise<CompensationRun> {
    const players = { kind: 'list', text: steamIds.join('\n') } as const
    const body = { players, coins: COINS, reason: 'a slip', expected_players: steamIds.length }
    return (await admin.call('POST /admin/compensation/start', { ...body, idempotency_key: randomUUID() })).run
  }

  const change = (run: CompensationRun) => ({ run_id: run.id, idempotency_key: randomUUID(), reason: 'hold on' })
  const rowOf = (run: CompensationRun) =>
    db().selectFrom('compensation_run').selectAll().where('run_id', '=', run.id).executeTakeFirstOrThrow()
  const setRow = (run: CompensationRun, values: { stopped_at_ms: number | null; turn?: number }) =>
    db().updateTable('compensation_run').set(values).where('run_id', '=', run.id).execute()
  async function ended(run: CompensationRun): Promise<void> {
    await expect.poll(async () => (await rowOf(run)).ended_at_ms).not.toBeNull()
  }
  /** Waits until no run is in progress. */
  async function idle(): Promise<void> {
    const tasks = () => db().selectFrom('task').select('task_id').where('kind', '=', 'compensation').execute()
    await expect.poll(tasks).toEqual([])
  }
  const receivers = async (run: CompensationRun) =>
    (await db().selectFrom('operation').select('user_id').where('cause_id', '=', run.id).execute()).map(
      ({ user_id }) => user_id,
    )

  it('keeps what was granted, across a restart, until the run is resumed and every player has it exactly once', async () => {
    const first = await Player.signIn(server(), ADMIN)
    const run = await start(first, await registerCrowd(server(), CROWD))
    let granted = 0
    while (granted === 0) granted = (await rowOf(run)).granted
    await first.refused('run_going_on', RESUME, change(run))
    const bodies = [change(run), change(run)]
    const answers = await Promise.all(bodies.map((body) => first.send(STOP, body)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const stop = bodies[answers.findIndex(({ status }) => status === 200)] ?? change(run)
    await idle()
    const stopped = await rowOf(run)
    expect(stopped).toMatchObject({ ended_at_ms: null, turn: 0 })
    expect(stopped.granted).toBeLessThan(CROWD)
    expect(await receivers(run)).toHaveLength(stopped.granted)
    await first.refused('idempotency_conflict', STOP, { ...stop, reason: 'another' })
    await first.refused('run_stopped', STOP, change(run))

    await restart()
    const admin = sameAt(first)
    expect((await admin.call(STOP, stop)).run).toMatchObject({ granted: stopped.granted, ended_at: null })
    // As interrupted tasks leave it: one of this turn, and one of a turn that is over.
    await continueRun(db(), { runId: run.id, turn: 0 })
    await idle()
    await setRow(run, { stopped_at_ms: null, turn: 3 })
    await continueRun(db(), { runId: run.id, turn: 2 })
    await idle()
    await setRow(run, { stopped_at_ms: stopped.stopped_at_ms })
    expect([await receivers(run), (await rowOf(run)).granted]).toEqual([
      expect.objectContaining({ length: stopped.granted }),
      stopped.granted,
    ])
    const { response } = await admin.call('GET /console/compensation-progress')
    expect(response).toMatchObject([{ id: run.id, granted: stopped.granted, stopped_at: expect.any(Number) }])

    const resumed = await Promise.all([1, 2].map(() => admin.send(RESUME, change(run))))
    expect(resumed.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    await ended(run)
    expect(await rowOf(run)).toMatchObject({ granted: CROWD, refused: 0, stopped_at_ms: null })
    expect(new Set(await receivers(run)).size).toBe(CROWD)
    expect(await receivers(run)).toHaveLength(CROWD)
    await admin.refused('run_ended', STOP, change(run))
    await admin.refused('run_ended', RESUME, change(run))
    const rows = (await admin.call('POST /admin/audit', { action: 'compensation.stop' })).response
    expect(
      rows
        .map(({ outcome }) => outcome)
        .toReversed()
        .toSorted(),
    ).toEqual(['done', 'idempotency_conflict', 'repeated', 'run_ended', 'run_stopped', 'run_stopped'].toSorted())
    expect(rows.find(({ outcome }) => outcome === 'done')).toMatchObject({
      target: run.id,
      reason: 'hold on',
      before: { stopped_at: null },
      after: { stopped_at: expect.any(Number) },
    })
  })

  it('completes a run that has reached its end: grants left without a note by a kill are noted, and there is nothing to stop', async () => {
    const admin = await Player.signIn(server(), ADMIN)
    const run = await start(admin, await registerCrowd(server(), LOST))
    await ended(run)
    const noted = { granted: 0, ended_at_ms: null, stopped_at_ms: Date.now() }
    await db().updateTable('compensation_grant').set({ state: 0 }).where('run_id', '=', run.id).execute()
    await db().updateTable('compensation_run').set(noted).where('run_id', '=', run.id).execute()
    await continueRun(db(), { runId: run.id, turn: 0 })
    await ended(run)
    expect(await rowOf(run)).toMatchObject({ granted: LOST, stopped_at_ms: null })
    expect(await receivers(run)).toHaveLength(LOST)
  })
})
