import { HOUR_MS } from '@clutch/contract/formats'
import { asJobId, type CommandType, type UserId } from '@clutch/economy'
import { FORGE, HERB, INGOT, MEADOW, ORE, SICKLE, UNPACK, userNumber } from '@clutch/economy/testing'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EconomyMessage } from '../../src/bus/message.ts'
import { AREAS } from '../../src/server-areas.ts'
import { checkIntegrity } from '../../src/integrity/integrity-check.ts'
import type { Store } from '../../src/store/store.ts'
import type { CommandOf } from '../../src/writer/submission.ts'
import type { Writer } from '../../src/writer/writer.ts'
import { createTestStore, STORE_KINDS, type TestStore } from '../support/stores.ts'
import { startTestWriter } from '../support/test-writer.ts'

const [ANNA, BORIS] = [userNumber(1), userNumber(2)]
const START_MS = 1_795_000_000_000
const MEADOW_MS = 120_000

describe.each(STORE_KINDS)('scheduled work of the writer on %s', (kind) => {
  let testStore: TestStore
  let store: Store
  let writer: Writer
  let messages: EconomyMessage[]
  let nowMs: number

  async function start(accountsMax = 10_000): Promise<void> {
    store = await testStore.open()
    const cacheLimits = { accountsMax, entitySizeMax: 10_000 }
    ;({ writer, messages } = await startTestWriter({ store, cacheLimits, nowMs: () => nowMs }))
  }

  async function stop(): Promise<void> {
    await writer.stop()
    await store.close()
  }

  async function run<Type extends CommandType>(command: CommandOf<Type>) {
    const outcome = await writer.submit<Type>({ command, actorId: command.userId, idempotency: undefined })
    if (!outcome.ok) throw new Error(`Refused: ${outcome.error.code}`)
    return outcome.value
  }

  function give(userId: UserId, goods: readonly (readonly [typeof ORE, number])[]) {
    const items = goods.map(([itemId, count]) => ({ itemId, count }))
    return run({ type: 'grant', userId, kind: 'quest_drop', coins: 0, items })
  }

  const craft = (userId: UserId, recipeId: typeof FORGE) =>
    run<'start_craft'>({ type: 'start_craft', userId, recipeId, count: 1 })

  /** One run after another while stock lasts. */
  async function harvestOneByOne(): Promise<void> {
    await give(ANNA, [
      [SICKLE, 5_000],
      [ORE, 200_000],
      [HERB, 200_000],
    ])
    const slots = [SICKLE, ORE].map((itemId) => [{ itemId, limit: 0, priority: 0, max: 0 }])
    await run({ type: 'set_harvest', userId: ANNA, recipeId: MEADOW, enabled: true, maxParallel: 1, slots })
  }

  const endedRuns = () =>
    messages.flatMap(({ updates }) => (updates.harvest ?? []).filter(({ ended }) => ended !== undefined))
  const startsOf = () =>
    messages.flatMap(({ updates }) =>
      (updates.harvest ?? []).flatMap(({ group, ended }) =>
        ended === undefined && group !== undefined ? [group.startAtMs] : [],
      ),
    )

  beforeEach(async () => {
    nowMs = START_MS
    testStore = await createTestStore(kind)
    await start()
  })
  afterEach(async () => {
    expect(await checkIntegrity(store.db, AREAS)).toEqual([])
    await stop()
    await testStore.remove()
  })

  it('catches up in portions: players with a long backlog wait, others do not, and each run begins when the previous one ended', async () => {
    await harvestOneByOne()
    const startedAtMs = startsOf()[0] ?? 0
    const runs = 700
    nowMs += runs * MEADOW_MS + 1_000
    const answered: string[] = []
    await give(BORIS, [[INGOT, 5]])
    expect(endedRuns().length).toBeLessThan(runs)
    await Promise.all([
      craft(BORIS, UNPACK).then(() => answered.push('Boris')),
      give(ANNA, [[ORE, 1]]).then(() => answered.push('Anna')),
    ])
    expect(answered).toEqual(['Boris', 'Anna'])
    expect(endedRuns()).toHaveLength(runs)
    expect(startsOf()).toEqual(Array.from({ length: runs + 1 }, (_, round) => startedAtMs + round * MEADOW_MS))
  })

  it('continues after a restart where it stopped', async () => {
    await harvestOneByOne()
    nowMs += 24 * HOUR_MS
    await give(BORIS, [[INGOT, 5]])
    await stop()
    await start()
    await give(ANNA, [[ORE, 1]])
    const { db } = store
    const ended = await db.selectFrom('operation').select('operation_id').where('kind', '=', 16).execute()
    expect(ended).toHaveLength((24 * HOUR_MS) / MEADOW_MS)
    expect(await db.selectFrom('harvest_group').select(['start_at_ms', 'count']).execute()).toMatchObject([
      { count: 1 },
    ])
  })

  it('settles thousands of jobs due at the same time, each once, and knows the next due time', async () => {
    const users = Array.from({ length: 2_500 }, (_, index) => userNumber(100 + index))
    await Promise.all(users.map((userId) => give(userId, [[INGOT, 2]])))
    await Promise.all(users.map((userId) => craft(userId, UNPACK)))
    await Promise.all(users.map((userId) => craft(userId, UNPACK)))
    await stop()
    await start(500)
    const { db } = store
    const counts = async () => {
      const open = await db
        .selectFrom('job')
        .select(({ fn }) => fn.countAll().as('jobs'))
        .executeTakeFirst()
      const done = await db
        .selectFrom('job_history')
        .select(({ fn }) => fn.countAll().as('jobs'))
        .executeTakeFirst()
      const due = await db.selectFrom('due_work').select('due_at_ms').where('kind', '=', 'player').execute()
      return [Number(open?.jobs), Number(done?.jobs), due.length]
    }
    nowMs += 6_000
    await give(ANNA, [[ORE, 1]])
    await expect.poll(counts).toEqual([2_500, 2_500, 2_500])
    nowMs += HOUR_MS
    await give(ANNA, [[ORE, 1]])
    await expect.poll(counts).toEqual([0, 5_000, 0])
    expect(
      messages.flatMap(({ updates }) => (updates.jobs ?? []).filter(({ status }) => status === 'finished')),
    ).toHaveLength(5_000)
  })

  it('keeps and releases what jobs hold across restarts and cancellations', async () => {
    await give(ANNA, [
      [ORE, 9],
      [INGOT, 3],
    ])
    await craft(ANNA, FORGE)
    const { entry } = await craft(ANNA, FORGE)
    await craft(ANNA, FORGE)
    // Without an explicit order, the database returns a rewritten row last.
    await sql`with taken as (delete from job where job_id = ${entry?.id} returning *)
      insert into job select * from taken`.execute(store.db)
    await stop()
    await start()
    await run({ type: 'cancel_job', userId: ANNA, queue: 'craft', jobId: asJobId(entry?.id ?? '') })
    const held = await store.db
      .selectFrom('balance')
      .select(['free', 'held'])
      .where('user_id', '=', ANNA)
      .orderBy('asset')
      .execute()
    expect(held).toEqual([
      { free: 3, held: 0 },
      { free: 1, held: 2 },
    ])
    const [first, second] = await store.db.selectFrom('job').selectAll().orderBy('start_at_ms').execute()
    expect(second?.start_at_ms).toBe(first?.end_at_ms)
  })

  it('that breaks a rule waits a minute without affecting other players, and runs once it is repaired', async () => {
    for (const userId of [ANNA, BORIS])
      await give(userId, [
        [ORE, 9],
        [INGOT, 3],
      ])
    const { entry } = await craft(ANNA, FORGE)
    await craft(BORIS, FORGE)
    const { held } = await store.db.selectFrom('job').select('held').limit(1).executeTakeFirstOrThrow()
    const holdInRow = async (items: typeof held) => {
      await stop()
      await start()
      await store.db
        .updateTable('job')
        .set({ held: sql`${JSON.stringify(items)}::jsonb` })
        .where('job_id', '=', entry?.id ?? '')
        .execute()
    }
    const dueOf = async (userId: UserId) =>
      (await store.db.selectFrom('due_work').select('due_at_ms').where('subject_id', '=', userId).executeTakeFirst())
        ?.due_at_ms
    // More than the account has on hold, so that no ending of the job can be posted.
    await holdInRow([[INGOT, 1_000]])
    nowMs += HOUR_MS
    await give(BORIS, [[ORE, 1]])
    await expect.poll(() => dueOf(ANNA)).toBe(nowMs + 60_000)
    expect(await dueOf(BORIS)).toBeUndefined()
    await expect(give(ANNA, [[ORE, 1]])).rejects.toThrow('internal')

    await holdInRow(held)
    nowMs += 60_000
    await give(ANNA, [[ORE, 1]])
    expect(await dueOf(ANNA)).toBeUndefined()
    expect(await store.db.selectFrom('job').selectAll().execute()).toEqual([])
  })
})
