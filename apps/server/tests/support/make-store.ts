import { makeStoreTemplate } from './make-store-template.ts'

/** `node make-store.ts FOLDER`: creates an empty store that servers of journeys copy. */
const [, , folder = ''] = process.argv
await makeStoreTemplate(folder)
