import { runCli } from './cli/run-cli.ts'

// npm runs scripts in the root folder, but a person names paths from where they stand.
const folder = process.env['INIT_CWD'] ?? process.cwd()

process.exitCode = await runCli(process.argv.slice(2), { print: (line) => console.log(line), folder })
