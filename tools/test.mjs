import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runHeld } from './launch/held-program.mjs'
import { ensureInstalled, nodeProgram, PROJECT, run } from './launch/installation.mjs'
import { ensureSystemPackages } from './launch/system-packages.mjs'
import { startBuild, untilBuilt } from './launch/web-build.mjs'

/**
 * `npm test`: installs what is missing, then runs all tests; the last line counts those of both runners. Both run in
 * parallel, but browser tests wait for the web build; the one other test that needs it waits for the build's process.
 */
ensureInstalled()
ensureSystemPackages()
const building = startBuild()
const builder = building === undefined ? {} : { WEB_BUILD_PID: String(building.pid) }

const folder = mkdtempSync(join(tmpdir(), 'clutch-results-'))
const units = join(folder, 'units.json')
const journeys = join(folder, 'journeys.json')
const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${units}`]
const unitTests = runHeld('vitest', ['run', ...reports], builder)
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
