import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureInstalled, run } from './launch/installation.mjs'
import { ensureSystemPackages } from './launch/system-packages.mjs'
import { ensureBuilt } from './launch/web-build.mjs'

/** `npm test`: installs what it needs, then runs every test; the last line is the count of both runners. */
ensureInstalled()
ensureSystemPackages()
ensureBuilt()

const folder = mkdtempSync(join(tmpdir(), 'clutch-results-'))
const units = join(folder, 'units.json')
const journeys = join(folder, 'journeys.json')
const exits = [
  run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${units}`]),
  run('playwright', ['test', '--config', 'e2e/playwright.config.ts'], { PLAYWRIGHT_JSON_OUTPUT_NAME: journeys }),
]
const counts = [readUnits(units), readJourneys(journeys)]
rmSync(folder, { recursive: true, force: true })
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
const isGood = exits.every((code) => code === 0)
// A runner that broke without counting a test has failed all the same.
console.log(`${passed} passed, ${isGood ? failed : Math.max(1, failed)} failed`)
process.exit(isGood ? 0 : 1)

function readUnits(file) {
  if (!existsSync(file)) return { passed: 0, failed: 1 }
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(file, 'utf8'))
  return { passed: numPassedTests, failed: numFailedTests }
}

function readJourneys(file) {
  if (!existsSync(file)) return { passed: 0, failed: 1 }
  const { stats } = JSON.parse(readFileSync(file, 'utf8'))
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky }
}
