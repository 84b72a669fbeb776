import { runKeyCommand } from '../apps/server/src/areas/server-keys/key-command.ts'
import { runWorldCommand } from './world-command.ts'

/** `npm run server-key -- create|list|revoke`: manages keys of the game's servers on the machine itself. */
const args = process.argv.slice(2)
await runWorldCommand('server-key', args, ({ db }) => runKeyCommand(db, args))
