import { createInterface } from 'node:readline'
import { AREAS } from '../../src/server-areas.ts'
import { auditStore } from '../../src/store/audit.ts'
import { openStore } from '../../src/store/store.ts'

/**
 * `node audit-stores.ts`: takes the folder of a stopped server's store from each line it is given, and answers with what
 * the audit finds there in a line of JSON. Starting takes about as long as an audit: one process does them all.
 */
for await (const dataDir of createInterface({ input: process.stdin })) {
  const store = await openStore({ databaseUrl: undefined, dataDir })
  console.log(JSON.stringify(await auditStore(store.db, AREAS)))
  await store.close()
}
