import { readConfig } from '../../apps/server/src/config.ts'
import { openStore } from '../../apps/server/src/store/store.ts'
import { fillWithDueJobs } from './due-jobs-world.ts'

/** A server, as load tests start it, with many craft jobs that all fall due at one moment a little after it serves. */
const read = readConfig({ LOG_LEVEL: 'warn', ...process.env, PORT: '0', DEMO: 'off' })
if (!read.ok) throw new Error(read.problems.join('\n'))
const store = await openStore({ databaseUrl: read.config.databaseUrl, dataDir: read.config.dataDir })
const dueAtMs = await fillWithDueJobs(store, Number(process.env['DUE_JOBS']), Number(process.env['DUE_IN_MS']))
await store.close()
await import('../../tools/load-server.ts')
if (Date.now() > dueAtMs) console.error('The jobs fell due before the server was ready: give it more time')
