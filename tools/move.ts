import { parseArgs } from 'node:util'
import { moveWorld } from '../apps/server/src/backup/move-world.ts'
import { readConfig } from '../apps/server/src/config.ts'
import { AREAS } from '../apps/server/src/server-areas.ts'
import { openStore } from '../apps/server/src/store/store.ts'

/**
 * `npm run move -- --to postgres://…`: moves the world in DATA_DIR to an empty PostgreSQL database. The server must be
 * stopped. Resumes after an interruption.
 */
const { values } = parseArgs({ options: { to: { type: 'string' } } })
const read = readConfig({ ...process.env, DATABASE_URL: undefined })
if (!read.ok) throw new Error(read.problems.join('\n'))
if (values.to === undefined || !/^postgres(?:ql)?:/.test(values.to)) {
  console.error('Usage: npm run move -- --to postgres://user:password@host/database')
  process.exit(1)
}
const from = await openStore({ databaseUrl: undefined, dataDir: read.config.dataDir })
try {
  const to = await openStore({ databaseUrl: values.to, dataDir: read.config.dataDir })
  try {
    await moveWorld({ from, to, areas: AREAS, onProgress: sayProgress })
  } finally {
    await to.close()
  }
  console.log('Integrity checks passed on both databases, and all tables are equal.')
  console.log('Start the server with this DATABASE_URL, DEMO as it was, and the same DATA_DIR or its token-keys.json.')
} finally {
  await from.close()
}

function sayProgress(table: string, rows: number): void {
  console.log(`${table}: ${rows} rows`)
}
