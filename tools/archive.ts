import { runArchiveCommand } from '../apps/server/src/archive/archive-command.ts'
import { runWorldCommand } from './world-command.ts'

/** `npm run archive`: moves old months of the history into files, and back. */
const args = process.argv.slice(2)
await runWorldCommand('archive', args, ({ slowDb }, { dataDir }) => runArchiveCommand(slowDb, dataDir, args))
