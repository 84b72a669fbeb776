import { readConfig } from '../../apps/server/src/config.ts'
import { openStore } from '../../apps/server/src/store/store.ts'
import { FIRST_ITEM_ID, RECIPES } from '../../apps/server/tests/support/make-pack.ts'

/**
 * A server, as load tests start it, with craft jobs of as many players that all end at one moment a little after it
 * serves. Each holds a tool and makes an ingot.
 */
const jobs = Number(process.env['DUE_JOBS'])
const dueInMs = Number(process.env['DUE_IN_MS'])
const toolId = FIRST_ITEM_ID + 2
const read = readConfig({ LOG_LEVEL: 'warn', ...process.env, PORT: '0', DEMO: 'off' })
if (!read.ok) throw new Error(read.problems.join('\n'))
const store = await openStore({ databaseUrl: read.config.databaseUrl, dataDir: read.config.dataDir })
const writer = await store.acquireWriter(() => undefined)
const endAtMs = Date.now()
const uuid = (kind: string): string => `('01990000-0000-7000-${kind}-' || lpad(to_hex(number), 12, '0'))::uuid`
const numbers = `generate_series(1, ${jobs}) as number`
const seed = async (...statements: readonly string[]): Promise<void> =>
  writer.commit(statements.map((text, index) => ({ name: `seed-${index}-${text.length}`, text, values: [] })))
await seed(
  `insert into balance select ${uuid('8000')}, ${toolId}, 0, 1 from ${numbers}`,
  `insert into balance values ('00000000-0000-0000-0000-000000000000', ${toolId}, -${jobs}, 0)`,
  `insert into job select ${uuid('9000')}, ${uuid('8000')}, 0, ${RECIPES.quickCraft}, 1, '[]', '[[${toolId},1]]',
    '[[${FIRST_ITEM_ID},1]]', ${endAtMs - 1_000}, ${endAtMs - 1_000}, ${endAtMs} from ${numbers}`,
)
// The writer looks when the index says so: making the jobs may take long without any falling due.
const dueAtMs = Date.now() + dueInMs
await seed(`insert into due_work select ${uuid('8000')}, ${dueAtMs}, 'settle_player', '{}' from ${numbers}`)
await seed(`analyze balance, job, due_work`)
await writer.close()
await store.close()
await import('../../tools/load-server.ts')
if (Date.now() > dueAtMs) console.error('The jobs fell due before the server was ready: give it more time')
