import { runHeld } from './launch/held-program.mjs'
import { ensureInstalled, nodeProgram } from './launch/installation.mjs'
import { goFirst } from './launch/priority.mjs'

/**
 * `.ci/run`: the checks and the tests at once, as each waits for some of its time and a busy machine gives two more than
 * one. The tests speak last, so that the last line is their count.
 */
goFirst(ensureInstalled)
const checking = runHeld(nodeProgram(), ['tools/check.mjs'])
const testing = runHeld('npm', ['test', '--silent'])
checking.speak()
const checked = await checking.end
testing.speak()
const tested = await testing.end
if (checked !== 0) console.error('The checks have failed: see above.')
process.exit(checked === 0 && tested === 0 ? 0 : 1)
