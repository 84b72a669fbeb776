import { sql } from 'kysely'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../src/store/store.ts'
import { TaskRunner } from '../../src/tasks/task-runner.ts'
import { insertTasks, type NewTask, type TaskHandlers } from '../../src/tasks/tasks.ts'
import { createTestStore, STORE_KINDS, type TestStore } from '../support/stores.ts'

const START_MS = 1_795_000_000_000
const MINUTE_MS = 60_000
const LOG = pino({ level: 'silent' })

describe.each(STORE_KINDS)('durable tasks on %s', (kind) => {
  let testStore: TestStore
  let store: Store
  let nowMs: number
  const runners: TaskRunner[] = []

  beforeEach(async () => {
    nowMs = START_MS
    testStore = await createTestStore(kind)
    store = await testStore.open()
  })

  afterEach(async () => {
    await Promise.all(runners.splice(0).map((runner) => runner.stop()))
    await store.close()
    await testStore.remove()
  })

  async function commit(tasks: readonly NewTask[]): Promise<void> {
    const connection = await store.acquireWriter(() => undefined)
    const statement = insertTasks(tasks)
    if (statement !== undefined) await connection.commit([statement])
    await connection.close()
  }

  function run(handlers: TaskHandlers): TaskRunner {
    const runner = new TaskRunner({ db: store.db, handlers, log: LOG, nowMs: () => nowMs })
    runners.push(runner)
    runner.start()
    return runner
  }

  const left = async () => (await store.db.selectFrom('task').selectAll().execute()).length
  const task = (payload: unknown, dueAtMs = START_MS): NewTask => ({ kind: 'write', payload, dueAtMs })

  it('run once each with their payload, and only when they are due', async () => {
    await commit([task({ text: 'a "quoted" \\ word' }), task(2), task(3, START_MS + MINUTE_MS)])
    const done: unknown[] = []
    const runner = run({ write: async (payload) => void done.push(payload) })
    await expect.poll(left).toBe(1)
    expect(done).toEqual(expect.arrayContaining([{ text: 'a "quoted" \\ word' }, 2]))
    expect(done).toHaveLength(2)
    nowMs += MINUTE_MS
    runner.wake()
    await expect.poll(left).toBe(0)
    expect(done).toHaveLength(3)
  })

  it('are retried when they fail, with growing delays, and record the error', async () => {
    await commit([task('stubborn')])
    let tries = 0
    const runner = run({
      write: async () => {
        tries += 1
        if (tries < 4) throw new Error(`try ${tries}`)
      },
    })
    const delays: number[] = []
    for (let failed = 1; failed < 4; failed += 1) {
      const read = async () => (await store.db.selectFrom('task').selectAll().executeTakeFirst())?.last_error
      await expect.poll(read).toBe(`Error: try ${failed}`)
      const row = await store.db.selectFrom('task').selectAll().executeTakeFirstOrThrow()
      delays.push(row.due_at_ms - nowMs)
      nowMs = row.due_at_ms
      runner.wake()
    }
    await expect.poll(left).toBe(0)
    expect(delays).toEqual([1_000, 2_000, 4_000])
  })

  it('are claimed by one server only, however many look for them', async () => {
    await commit(Array.from({ length: 60 }, (_, index) => task(index)))
    const done: unknown[] = []
    const write = async (payload: unknown) => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      done.push(payload)
    }
    const several = [run({ write }), run({ write }), run({ write })]
    for (const runner of several) runner.wake()
    await expect.poll(left).toBe(0)
    expect(done.toSorted((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 60 }, (_, index) => index))
  })

  it('of a server that died run on another one when the lease has ended', async () => {
    await commit([task('left behind')])
    await sql`update task set attempts = 1, due_at_ms = ${START_MS + MINUTE_MS}`.execute(store.db)
    const done: unknown[] = []
    const runner = run({ write: async (payload) => void done.push(payload) })
    runner.wake()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(done).toEqual([])
    nowMs += MINUTE_MS
    runner.wake()
    await expect.poll(left).toBe(0)
    expect(done).toEqual(['left behind'])
  })

  it('of an unknown kind are left to other servers', async () => {
    await commit([task('known'), { ...task('unknown'), kind: 'other' }])
    run({ write: async () => undefined })
    await expect.poll(left).toBe(1)
    expect(await store.db.selectFrom('task').select('kind').execute()).toEqual([{ kind: 'other' }])
  })
})
