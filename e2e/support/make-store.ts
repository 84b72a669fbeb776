import { openStore } from '../../apps/server/src/store/store.ts'

/** `node make-store.ts FOLDER`: an empty store, so that servers of journeys begin with a copy of it. */
const [, , folder = ''] = process.argv
const store = await openStore({ databaseUrl: undefined, dataDir: folder })
await store.close()
