import { EXIT_OK, EXIT_USAGE, type Terminal } from './exit-codes.ts'
import { runCheck } from './run-check.ts'
import { runImport } from './run-import.ts'
import { runValidate } from './run-validate.ts'

const HELP = `Usage: npm run content -- COMMAND

  validate DIR                 check a content pack and list what is wrong with it
  check DIR                    tell whether a world of the pack lasts: sources for all that is used up, no
                               recipes that mint things out of themselves
  import-steam FILE... [options]
                               make one content pack from one or more files of Steam item definitions
      --out DIR                where to write it (default: imported-pack)
      --weights FILE           bundle strings for generators: {"5001": "136x4;73x1"}
      --skip-broken            leave out broken entries and all that refer to them
  help                         show this text

Exit codes: 0 fine, 1 the content has problems, 2 the command was not understood.
The pack format is described in docs/content.md.`

/** Runs one command and returns the exit code. */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<number> {
  const [command, ...rest] = args
  switch (command) {
    case 'validate':
      return runValidate(rest, terminal)
    case 'check':
      return runCheck(rest, terminal)
    case 'import-steam':
      return runImport(rest, terminal)
    case 'help':
    case '--help':
    case '-h':
      terminal.print(HELP)
      return EXIT_OK
    case undefined:
      terminal.print(HELP)
      return EXIT_USAGE
    default:
      terminal.print(`Unknown command "${command}".\n\n${HELP}`)
      return EXIT_USAGE
  }
}
