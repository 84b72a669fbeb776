import { EXIT_OK, EXIT_USAGE, type Terminal } from './exit-codes.ts'
import { runCheck } from './run-check.ts'
import { runImport } from './run-import.ts'
import { runValidate } from './run-validate.ts'

const HELP = `Usage: npm run content -- COMMAND

  validate DIR                 validate a content pack and list its problems
  check DIR                    check that the pack's economy is sustainable: everything consumed has a
                               source, and no loop creates items
  import-steam FILE... [options]
                               create a content pack from one or more Steam item definition files
      --out DIR                output folder (default: imported-pack)
      --weights FILE           bundle strings for generators: {"5001": "136x4;73x1"}
      --skip-broken            leave out broken entries and everything that refers to them
  help                         show this text

Exit codes: 0 success, 1 problems in the content, 2 invalid command.
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
