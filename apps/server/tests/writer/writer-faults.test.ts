import { rngFromText, WORLD, type Command, type Rng } from '@clutch/economy'
import { HERB, INGOT, ORE, userNumber } from '@clutch/economy/testing'
import { describe, expect, it } from 'vitest'
import { PriceBoard } from '../../src/areas/marketplace/price-board.ts'
import { createInProcessBus } from '../../src/bus/bus.ts'
import { AREAS } from '../../src/server-areas.ts'
import { checkIntegrity } from '../../src/integrity/integrity-check.ts'
import { rngOfOperation } from '../../src/writer/chance.ts'
import type { Outcome } from '../../src/writer/outcome.ts'
import { hashRequest, type Submission } from '../../src/writer/submission.ts'
import { timeOfIdMs } from '../../src/writer/writer-clock.ts'
import { FaultyStore } from '../support/faulty-store.ts'
import { createTestStore, STORE_KINDS } from '../support/stores.ts'
import { readBalance, startTestWriter } from '../support/test-writer.ts'

const WORLDS = Number(process.env['FAULT_WORLDS'] ?? 1)
const COMMANDS = Number(process.env['FAULT_COMMANDS'] ?? 600)
/** Upper bound that ends a run against a store that never fails. */
const COMMANDS_MAX = 10 * COMMANDS
/** Fewer faults would prove nothing. */
const FAULTS_MIN = 6
/** One commit in this many fails. */
const FAULT_ONE_IN = 5
const PLAYERS = Array.from({ length: 8 }, (_, index) => userNumber(index + 1))
const ITEMS = [ORE, INGOT, HERB]
/** Gets one coin for each grant: a doubled or lost one shows in the balance. */
const COUNTED = userNumber(99)

interface Sent {
  readonly submission: Submission
  outcome: Outcome<unknown>
}

function randomCommand(rng: Rng): Command {
  const pick = <Value>(values: readonly Value[], other: Value): Value => values[rng.below(values.length)] ?? other
  const userId = pick(PLAYERS, COUNTED)
  const chance = rng.below(10)
  if (chance < 2) return { type: 'grant', userId: COUNTED, kind: 'quest_drop', coins: 1, items: [] }
  const itemId = pick(ITEMS, ORE)
  if (chance < 3) return { type: 'grant', userId, kind: 'quest_drop', coins: 500, items: [{ itemId, count: 20 }] }
  const price = 5 + rng.below(6)
  const side = pick(['buy', 'sell'] as const, 'buy')
  const mode = pick(['rest', 'rest', 'now'] as const, 'rest')
  const preferred = { currency: 'coin', price } as const
  return { type: 'place_lot', userId, side, itemId, price, count: 1 + rng.below(4), mode, preferred }
}

describe.each(STORE_KINDS)('a writer whose store keeps failing, on %s', (kind) => {
  it.each(Array.from({ length: WORLDS }, (_, index) => `${kind}-${index}`))(
    'executes every command at most once, and reports its outcome correctly: world %s',
    async (seed) => {
      const rng = rngFromText(seed)
      const testStore = await createTestStore(kind)
      const store = new FaultyStore(await testStore.open(), rngFromText(`${seed}/faults`), FAULT_ONE_IN)
      const bus = createInProcessBus((error) => {
        throw error
      })
      const ids: number[] = []
      bus.subscribe('economy', ({ id }) => ids.push(id))
      const board = await PriceBoard.open(store.db, bus)
      const start = async () => {
        const { writer: started } = await startTestWriter({
          store,
          bus,
          cacheLimits: { accountsMax: 5, entitySizeMax: 40 },
          rngFor: (operationId) => rngOfOperation(seed, operationId),
          onTakeOver: () => board.reload(),
        })
        return started
      }
      store.isCalm = true
      let writer = await start()
      store.isCalm = false

      const sent: Sent[] = []
      const underWay: Promise<void>[] = []
      const struck = () => Object.values(store.struck).reduce((sum, count) => sum + count, 0)
      // On a busy machine batches are larger, so there are fewer commits for faults to strike: run until enough have.
      for (let count = 0; count < COMMANDS || (struck() < FAULTS_MIN && count < COMMANDS_MAX); count += 1) {
        // Some commands repeat an earlier one, as clients do after losing a response.
        const repeated = sent.length > 0 && rng.below(8) === 0 ? sent[rng.below(sent.length)] : undefined
        const command = randomCommand(rng)
        const idempotency = { ownerId: command.userId, key: `${seed}-${count}`, requestHash: hashRequest(command) }
        const one: Sent = repeated ?? {
          submission: { command, actorId: WORLD, idempotency },
          outcome: { ok: false, error: { code: 'unavailable' } },
        }
        if (repeated === undefined) sent.push(one)
        underWay.push(writer.submit(one.submission as never).then((outcome: Outcome<unknown>) => hear(one, outcome)))
        if (rng.below(6) === 0) await Promise.race([Promise.all(underWay), pause(rng.below(15))])
        while (!writer.isLeased) await pause(10)
        if (rng.below(COMMANDS / 2) === 0) {
          await writer.stop()
          store.isCalm = true
          writer = await start()
          store.isCalm = false
        }
      }
      await Promise.all(underWay)

      store.isCalm = true
      for (const one of sent) {
        hear(one, await until(() => writer.submit(one.submission)))
      }
      const granted = sent.filter(({ submission: { command }, outcome }) => command.userId === COUNTED && outcome.ok)
      const balance = await readBalance(store, COUNTED, 0)
      expect(balance?.free).toBe(granted.length)
      expect(granted.length).toBeGreaterThan(COMMANDS / 10)
      expect(await checkIntegrity(store.db, AREAS)).toEqual([])
      // Delivered messages are deleted, and the next writer's ids continue after this one's.
      expect((await store.db.selectFrom('outbox').select('message_id').execute()).length).toBeLessThanOrEqual(2)
      const { last_at_ms } = await store.db.selectFrom('writer_state').select('last_at_ms').executeTakeFirstOrThrow()
      const operations = await store.db.selectFrom('operation').select('operation_id').execute()
      expect(Math.max(...operations.map(({ operation_id }) => timeOfIdMs(operation_id)))).toBeLessThanOrEqual(
        last_at_ms,
      )
      // The messages of the bus add up to what is stored.
      const fresh = await PriceBoard.open(
        store.db,
        createInProcessBus(() => undefined),
      )
      for (const side of ['buy', 'sell'] as const) {
        const sorted = (of: PriceBoard) =>
          (JSON.parse(of.entriesJson(side, new Map())) as { item_type_id: number }[]).toSorted(
            (a, b) => a.item_type_id - b.item_type_id,
          )
        expect(sorted(board)).toEqual(sorted(fresh))
      }
      expect(ids.every((id, index) => index === 0 || id >= (ids[index - 1] ?? 0))).toBe(true)
      expect(struck()).toBeGreaterThanOrEqual(FAULTS_MIN)
      await writer.stop()
      await store.close()
      await testStore.remove()
    },
    120_000,
  )
})

/** A final outcome must never change, however often the command is repeated. */
function hear(one: Sent, outcome: Outcome<unknown>): void {
  if (!isDefinite(outcome)) return
  expect(outcome).toEqual(isDefinite(one.outcome) ? one.outcome : outcome)
  one.outcome = outcome
}

/** Whether an outcome is final: neither an unavailable writer nor an exception in a rule. */
function isDefinite(outcome: Outcome<unknown>): boolean {
  return outcome.ok || outcome.error.code !== 'unavailable'
}

async function until(submit: () => Promise<Outcome<unknown>>): Promise<Outcome<unknown>> {
  for (;;) {
    const outcome = await submit()
    if (isDefinite(outcome)) return outcome
    await pause(20)
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms))
}
