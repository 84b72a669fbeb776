import { ensureInstalled, nodeProgram, run } from './launch/installation.mjs'

/** `npm run check`: everything that can be said of the code without running it. */
ensureInstalled()
const checks = [
  ['format', 'oxfmt', ['--check', '.']],
  ['lint and boundaries', 'oxlint', ['--type-aware']],
  ['types of the economy', 'tsc', ['-p', 'packages/economy']],
  ['types of an area of its own', 'tsc', ['-p', 'packages/economy/sample']],
  ['types of server and tools', 'tsc', ['-p', '.']],
  ['types of the web app', 'tsc', ['-p', 'apps/web']],
  ['types of the journeys', 'tsc', ['-p', 'e2e']],
  ['dead code', 'knip', []],
  ['the demo content pack', nodeProgram(), ['packages/content/src/cli.ts', 'validate', 'packages/content/packs/demo']],
  ['whether its world lasts', nodeProgram(), ['packages/content/src/cli.ts', 'check', 'packages/content/packs/demo']],
]
const failed = checks.filter(([name, program, args]) => {
  console.log(`Checking ${name}…`)
  return run(program, args) !== 0
})
if (failed.length > 0) {
  console.error(`Failed: ${failed.map(([name]) => name).join(', ')}`)
  process.exit(1)
}
