import type { Store } from '../../apps/server/src/store/store.ts'
import { FIRST_ITEM_ID, RECIPES } from '../../apps/server/tests/support/make-pack.ts'

const TOOL_ID = FIRST_ITEM_ID + 2

/**
 * Fills a store that no server uses with craft jobs of different players that all end at the same time. Each holds a
 * tool and makes an ingot. The scheduled work is due later than the jobs' end, so that filling may take long.
 * @returns when they are due, in Unix milliseconds
 */
export async function fillWithScheduledJobs(store: Store, jobs: number, dueInMs: number): Promise<number> {
  const writer = await store.acquireWriter(() => undefined)
  const seed = async (...statements: readonly string[]): Promise<void> =>
    writer.commit(statements.map((text, index) => ({ name: `seed-${index}-${text.length}`, text, values: [] })))
  const endAtMs = Date.now()
  await seed(
    `insert into balance (user_id, asset, free, held) select ${someId('8000')}, ${TOOL_ID}, 0, 1 from ${numbers(jobs)}`,
    `insert into balance (user_id, asset, free, held)
      values ('00000000-0000-0000-0000-000000000000', ${TOOL_ID}, -${jobs}, 0)`,
    `insert into job (job_id, user_id, queue, recipe_id, count, input_ids, held, consumed, created_at_ms, start_at_ms,
        end_at_ms)
      select ${someId('9000')}, ${someId('8000')}, 0, ${RECIPES.quickCraft}, 1, '[]', '[[${TOOL_ID},1]]',
        '[[${FIRST_ITEM_ID},1]]', ${endAtMs - 1_000}, ${endAtMs - 1_000}, ${endAtMs} from ${numbers(jobs)}`,
  )
  const dueAtMs = Date.now() + dueInMs
  await seed(
    `insert into due_work (kind, subject_id, due_at_ms) select 'player', ${someId('8000')}, ${dueAtMs} from ${numbers(jobs)}`,
    'analyze balance, job, due_work',
  )
  await writer.close()
  return dueAtMs
}

function numbers(count: number): string {
  return `generate_series(1, ${count}) as number`
}

/** SQL for a numbered id. */
function someId(kind: string): string {
  return `('01990000-0000-7000-${kind}-' || lpad(to_hex(number), 12, '0'))::uuid`
}
