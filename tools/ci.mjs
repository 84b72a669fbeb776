import { ensureInstalled, nodeProgram, run } from './launch/installation.mjs'

/** `.ci/run`: the checks, then all tests, also after a failed check. The last line is the test count. */
ensureInstalled()
const checked = run(nodeProgram(), ['tools/check.mjs'])
const tested = run('npm', ['test', '--silent'])
process.exit(checked === 0 && tested === 0 ? 0 : 1)
