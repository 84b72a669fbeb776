import { existsSync, readFileSync } from 'node:fs'
import { NO_RESULTS, resultsOfJourneys, type TestResults } from './test-results.ts'

/**
 * The summary of `npm test`: lists failures, then prints the counts of both runners in the last line. Arguments: the
 * results of Vitest, Playwright's report, and whether both runners succeeded.
 */
const [units = '', journeys = '', verdict] = process.argv.slice(2)
const results = [read(units, (text) => JSON.parse(text) as TestResults), read(journeys, resultsOfJourneys)]
const faults = results.flatMap((each) => each.faults)
if (faults.length > 0) console.log(`\nFailed:\n${faults.map((fault) => `  ${fault}`).join('\n')}\n`)
const passed = results.reduce((sum, each) => sum + each.passed, 0)
const failed = results.reduce((sum, each) => sum + each.failed, 0)
// A runner that crashed without counting a failed test has failed too.
console.log(`${passed} passed, ${verdict === 'good' ? failed : Math.max(1, failed)} failed`)

function read(file: string, resultsOf: (text: string) => TestResults): TestResults {
  return existsSync(file) ? resultsOf(readFileSync(file, 'utf8')) : NO_RESULTS
}
