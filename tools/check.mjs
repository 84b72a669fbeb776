import { runHeld } from './launch/held-program.mjs'
import { ensureInstalled, nodeProgram } from './launch/installation.mjs'

/** `npm run check`: everything that can be said of the code without running it. */
ensureInstalled()
/** Its threads would each work out most of the same types: one takes half of the processor's time. */
const ONE_THREAD = ['--singleThreaded']
const checks = [
  ['lint and boundaries', 'oxlint', ['--type-aware']],
  ['format', 'oxfmt', ['--check', '.']],
  ['types of the economy', 'tsc', [...ONE_THREAD, '-p', 'packages/economy']],
  ['types of an area of its own', 'tsc', [...ONE_THREAD, '-p', 'packages/economy/sample']],
  ['types of server and tools', 'tsc', [...ONE_THREAD, '-p', '.']],
  ['types of the web app', 'tsc', [...ONE_THREAD, '-p', 'apps/web']],
  ['types of the journeys', 'tsc', [...ONE_THREAD, '-p', 'e2e']],
  ['dead code', 'knip', []],
  ['the demo content pack', nodeProgram(), ['packages/content/src/cli.ts', 'validate', 'packages/content/packs/demo']],
  ['whether its world lasts', nodeProgram(), ['packages/content/src/cli.ts', 'check', 'packages/content/packs/demo']],
]
/** One waits for the disk or for its last thread while the other computes; more would only need more memory. */
const AT_ONCE = 2
const waiting = [...checks]
const failed = []
await Promise.all(Array.from({ length: AT_ONCE }, checkNext))
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}`)
  process.exit(1)
}

async function checkNext() {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    const [name, program, args] = check
    const checking = runHeld(program, args)
    const code = await checking.end
    console.log(`Checked ${name}:${code === 0 ? '' : ' failed'}`)
    checking.speak()
    console.log()
    if (code !== 0) failed.push(name)
  }
}
