import { ensureInstalled, nodeProgram, run } from './launch/installation.mjs'

/** `npm run check`: all static checks. */
ensureInstalled()
const checks = [
  ['lint and boundaries', 'oxlint', ['--type-aware']],
  ['format', 'oxfmt', ['--check', '.']],
  types('the economy', 'packages/economy'),
  types('the client, as browsers have it', 'packages/client'),
  types('server and tools', '.'),
  types('the web app', 'apps/web'),
  types('the browser tests', 'e2e'),
  ['dead code', 'knip', []],
  ['plain English', nodeProgram(), ['tools/plain-english.ts']],
  ['the demo content pack', nodeProgram(), ['packages/content/src/cli.ts', 'validate', 'packages/content/packs/demo']],
  ["the demo pack's economy", nodeProgram(), ['packages/content/src/cli.ts', 'check', 'packages/content/packs/demo']],
]
const failed = []
for (const [name, program, args] of checks) {
  console.log(`Checking ${name}`)
  if (run(program, args) !== 0) failed.push(name)
}
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}`)
  process.exit(1)
}

function types(what, folder) {
  return [`types of ${what}`, 'tsc', ['-p', folder]]
}
