import { AREAS } from '../../apps/server/src/server-areas.ts'
import { auditStore } from '../../apps/server/src/store/audit.ts'
import { openStore } from '../../apps/server/src/store/store.ts'

/** Prints what the audit finds in the store of a stopped server: its folder is the argument. */
const store = await openStore({ databaseUrl: undefined, dataDir: process.argv[2] ?? '' })
console.log(JSON.stringify(await auditStore(store.db, AREAS)))
await store.close()
