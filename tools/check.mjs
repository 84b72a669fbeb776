import { runHeld } from './launch/held-program.mjs'
import { ensureInstalled, nodeProgram } from './launch/installation.mjs'

/** `npm run check`: everything that can be said of the code without running it. */
ensureInstalled()
/** Its threads would each work out most of the same types: one takes two thirds of the processor's time. */
const ONE_PROCESSOR = { GOMAXPROCS: '1' }
const checks = [
  ['lint and boundaries', 'oxlint', ['--type-aware'], ONE_PROCESSOR],
  ['format', 'oxfmt', ['--check', '.']],
  types('the economy', 'packages/economy'),
  types('server and tools', '.'),
  types('the web app', 'apps/web'),
  types('the journeys', 'e2e'),
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

/**
 * The types of a project. Threads would each work out most of the same ones: one takes half of the processor's time. They
 * are kept, so to look for some to forget less often saves a sixth, for a tenth more memory.
 */
function types(what, folder) {
  return [`types of ${what}`, 'tsc', ['--singleThreaded', '-p', folder], { GOGC: '300' }]
}

async function checkNext() {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    const [name, program, args, environment] = check
    const checking = runHeld(program, args, environment)
    const code = await checking.end
    console.log(`Checked ${name}:${code === 0 ? '' : ' failed'}`)
    checking.speak()
    console.log()
    if (code !== 0) failed.push(name)
  }
}
