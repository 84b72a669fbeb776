import { readConfig } from '../../apps/server/src/config.ts'
import { openStore } from '../../apps/server/src/store/store.ts'
import { fillWithScheduledJobs } from './scheduled-jobs-world.ts'

/** A load test server with many craft jobs that all end at the same time shortly after it has started. */
const read = readConfig({ LOG_LEVEL: 'warn', ...process.env, PORT: '0', DEMO: 'off' })
if (!read.ok) throw new Error(read.problems.join('\n'))
const store = await openStore({ databaseUrl: read.config.databaseUrl, dataDir: read.config.dataDir })
const dueAtMs = await fillWithScheduledJobs(store, Number(process.env['DUE_JOBS']), Number(process.env['DUE_IN_MS']))
await store.close()
await import('../../tools/load-server.ts')
if (Date.now() > dueAtMs) console.error('The jobs ended before the server was ready: increase the delay')
