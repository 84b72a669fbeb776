import { HOUR_MS } from '@clutch/contract/formats'
import type { CommandOf } from '../../src/writer/submission.ts'
import type { CommandType } from '@clutch/economy'
import { INGOT, ORE, UNPACK, userNumber } from '@clutch/economy/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AREAS } from '../../src/server-areas.ts'
import { checkIntegrity } from '../../src/integrity/integrity-check.ts'
import type { Store } from '../../src/store/store.ts'
import type { Writer } from '../../src/writer/writer.ts'
import { createTestStore, STORE_KINDS, type TestStore } from '../support/stores.ts'
import { readBalance, startTestWriter } from '../support/test-writer.ts'

const [ANNA, BORIS, CHIYO] = [userNumber(1), userNumber(2), userNumber(3)]
const START_MS = 1_795_000_000_000
/** Longer than the time limit of queued commands. */
const TOO_LONG_MS = 11_000

/** A store whose writer reads nothing while the gate is closed. */
class GatedStore implements Pick<Store, 'acquireWriter'> {
  readonly #store: Store
  #gate: Promise<void> | undefined
  /** Reads held back at the gate. */
  heldBack = 0
  open: () => void = () => undefined

  constructor(store: Store) {
    this.#store = store
  }

  close(): void {
    this.#gate = new Promise((resolve) => {
      this.open = () => {
        this.#gate = undefined
        resolve()
      }
    })
  }

  async acquireWriter(...args: Parameters<Store['acquireWriter']>) {
    const connection = await this.#store.acquireWriter(...args)
    return {
      load: async (...statements: Parameters<typeof connection.load>) => {
        this.heldBack += 1
        await this.#gate
        this.heldBack -= 1
        return connection.load(...statements)
      },
      lookUp: connection.lookUp.bind(connection),
      commit: connection.commit.bind(connection),
      close: connection.close.bind(connection),
    }
  }
}

describe.each(STORE_KINDS)('abandoned work of a writer on %s', (kind) => {
  let testStore: TestStore
  let store: Store
  let gate: GatedStore
  let writer: Writer
  let nowMs: number

  beforeEach(async () => {
    nowMs = START_MS
    testStore = await createTestStore(kind)
    store = await testStore.open()
    gate = new GatedStore(store)
    ;({ writer } = await startTestWriter({ store: gate, nowMs: () => nowMs }))
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    expect(await checkIntegrity(store.db, AREAS)).toEqual([])
    await writer.stop()
    await store.close()
    await testStore.remove()
  })

  const submit = <Type extends CommandType>(command: CommandOf<Type>) =>
    writer.submit<Type>({ command, actorId: command.userId, idempotency: undefined })
  const grant = (userId: typeof ANNA, itemId: typeof ORE, count: number) =>
    submit({ type: 'grant', userId, kind: 'quest_drop', coins: 0, items: [{ itemId, count }] })
  const countOf = async (userId: typeof ANNA, itemId: typeof ORE) =>
    (await readBalance(store, userId, itemId))?.free ?? 0

  /**
   * Two grants that have left the queue, and whose players are being loaded; returns the outcomes after `meanwhile`.
   */
  async function grantWhile(meanwhile: () => void) {
    // By then no scheduled work is due, so only the players are held back at the gate.
    await grant(CHIYO, ORE, 1)
    gate.close()
    const answers = [grant(ANNA, ORE, 3), grant(BORIS, ORE, 5)]
    await expect.poll(() => gate.heldBack).toBe(1)
    meanwhile()
    gate.open()
    return Promise.all(answers)
  }

  it('includes commands already taken from the queue when the economy was halted', async () => {
    const answers = await grantWhile(() => writer.halt())
    expect(answers).toEqual(answers.map(() => ({ ok: false, error: { code: 'economy_frozen' } })))
    writer.resume()
    await expect.poll(async () => (await grant(ANNA, ORE, 2)).ok).toBe(true)
    expect([await countOf(ANNA, ORE), await countOf(BORIS, ORE)]).toEqual([2, 0])
  })

  it('includes scheduled work that became due during an economy halt, until the economy resumes', async () => {
    await grant(ANNA, INGOT, 2)
    await submit<'start_craft'>({ type: 'start_craft', userId: ANNA, recipeId: UNPACK, count: 1 })
    const openJobs = async () => (await store.db.selectFrom('job').select('job_id').execute()).length
    writer.halt()
    nowMs += HOUR_MS
    expect((await grant(BORIS, ORE, 1)).ok).toBe(false)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(await openJobs()).toBe(1)
    writer.resume()
    await expect.poll(async () => (await grant(BORIS, ORE, 1)).ok).toBe(true)
    await expect.poll(openJobs).toBe(0)
  })

  it('includes a command whose caller gave up while it was queued', async () => {
    const now = performance.now.bind(performance)
    const answers = await grantWhile(() => {
      vi.spyOn(performance, 'now').mockImplementation(() => now() + TOO_LONG_MS)
    })
    expect(answers).toEqual(answers.map(() => ({ ok: false, error: { code: 'unavailable' } })))
    expect((await grant(BORIS, ORE, 1)).ok).toBe(true)
    expect([await countOf(ANNA, ORE), await countOf(BORIS, ORE)]).toEqual([0, 1])
  })
})
