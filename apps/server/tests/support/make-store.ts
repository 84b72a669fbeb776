import { makeStoreTemplate } from './make-store-template.ts'

/** `node make-store.ts FOLDER`: an empty store, so that servers of journeys begin with a copy of it. */
const [, , folder = ''] = process.argv
await makeStoreTemplate(folder)
