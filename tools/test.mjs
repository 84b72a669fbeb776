import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { runHeld } from './launch/held-program.mjs'
import { ensureInstalled, nodeProgram, PROJECT, run } from './launch/installation.mjs'
import { goFirst, letGoFirst } from './launch/priority.mjs'
import { ensureSystemPackages } from './launch/system-packages.mjs'
import { startBuild, untilBuilt } from './launch/web-build.mjs'

/**
 * `npm test`: installs what it needs, then runs every test; the last line is the count of both runners. They run at once,
 * as each waits for some of its time, and a busy machine gives two more than one. For the same reason only the journeys
 * wait for the web app to be built; of the other tests, one that uses it waits for the end of that process.
 */
goFirst(ensureInstalled)
ensureSystemPackages()
const building = startBuild()
// All journeys wait for it.
if (building !== undefined) letGoFirst(building.pid)
const builder = building === undefined ? {} : { WEB_BUILD_PID: String(building.pid) }

const folder = mkdtempSync(join(tmpdir(), 'clutch-results-'))
const units = join(folder, 'units.json')
const journeys = join(folder, 'journeys.json')
/**
 * Three more than when nothing runs beside: both end at about the same time then, on a busy machine too. With twice as many
 * it would give more, but the same tests would take as much more of it: pages that wait go on drawing.
 */
const UNIT_WORKERS = availableParallelism() + 4
const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${units}`]
const unitTests = runHeld('vitest', ['run', `--maxWorkers=${UNIT_WORKERS}`, ...reports], builder)
await untilBuilt(building)
const results = { PLAYWRIGHT_JSON_OUTPUT_NAME: journeys }
const browserTests = runHeld('playwright', ['test', '--config', 'e2e/playwright.config.ts'], results)
const exits = []
for (const runner of [unitTests, browserTests]) {
  runner.speak()
  exits.push(await runner.end)
}
const isGood = exits.every((code) => code === 0)
const reported = run(nodeProgram(), [join(PROJECT, 'tools/test-report.ts'), units, journeys, isGood ? 'good' : 'bad'])
rmSync(folder, { recursive: true, force: true })
process.exit(isGood && reported === 0 ? 0 : 1)
