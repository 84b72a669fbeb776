import { adoptWorld } from '../apps/server/src/store/copy-watch.ts'
import { runWorldCommand } from './world-command.ts'

/**
 * `npm run adopt`: says that the copied database is meant to act at PUBLIC_URL from now on; a running server does it for its
 * own address.
 */
await runWorldCommand('adopt', [], ({ db }, config) => adoptWorld(db, config))
