import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureInstalled, nodeProgram, PROJECT, run } from './launch/installation.mjs'
import { ensureSystemPackages } from './launch/system-packages.mjs'
import { ensureBuilt } from './launch/web-build.mjs'

/**
 * `npm test`: installs what is missing, builds the web app, then runs all tests, the browser tests last: in parallel with
 * them, tests that kill servers and cut connections would starve. The last line counts the tests of both runners.
 */
ensureInstalled()
ensureSystemPackages()
ensureBuilt()

const folder = mkdtempSync(join(tmpdir(), 'clutch-results-'))
const units = join(folder, 'units.json')
const journeys = join(folder, 'journeys.json')
const reporters = ['--reporter=default', '--reporter=./tools/vitest-reporter.ts']
const exits = [
  run('vitest', ['run', ...reporters], { UNIT_RESULTS: units }),
  run('playwright', ['test', '--config', 'e2e/playwright.config.ts'], { PLAYWRIGHT_JSON_OUTPUT_NAME: journeys }),
]
const isGood = exits.every((code) => code === 0)
const reported = run(nodeProgram(), [join(PROJECT, 'tools/test-report.ts'), units, journeys, isGood ? 'good' : 'bad'])
rmSync(folder, { recursive: true, force: true })
process.exit(isGood && reported === 0 ? 0 : 1)
