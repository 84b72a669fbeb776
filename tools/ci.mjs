import { runHeld } from './launch/held-program.mjs'
import { ensureInstalled, nodeProgram } from './launch/installation.mjs'

/** `.ci/run`: runs checks and tests in parallel. Test output comes last, so that the last line is the test count. */
ensureInstalled()
const checking = runHeld(nodeProgram(), ['tools/check.mjs'])
const testing = runHeld('npm', ['test', '--silent'])
checking.speak()
const checked = await checking.end
testing.speak()
const tested = await testing.end
if (checked !== 0) console.error('The checks failed: see above.')
process.exit(checked === 0 && tested === 0 ? 0 : 1)
