import { runCli } from './cli/run-cli.ts'

// npm runs scripts in the root folder, but paths are relative to the user's working directory.
const folder = process.env['INIT_CWD'] ?? process.cwd()

process.exitCode = await runCli(process.argv.slice(2), { print: (line) => console.log(line), folder })
