import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { resultsOfJourneys, type TestResults } from './test-results.ts'

const VITEST = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')

describe('results of unit tests', () => {
  it('count tests, and list failed tests, hooks, files and errors outside tests', () => {
    const folder = mkdtempSync(join(tmpdir(), 'clutch-results-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const results = join(folder, 'results.json')
    writeFileSync(
      join(folder, 'a.test.js'),
      "it('adds', () => {})\ndescribe('sums', () => { it('takes away', () => { expect(1).toBe(2) }) })",
    )
    writeFileSync(join(folder, 'b.test.js'), "import './missing.js'")
    writeFileSync(
      join(folder, 'c.test.js'),
      "beforeAll(() => { throw new Error('No database') })\nit('waits', () => {})",
    )
    writeFileSync(
      join(folder, 'd.test.js'),
      "it('leaves something', async () => { void Promise.reject(new Error('Left behind')); await new Promise(setImmediate) })",
    )
    const reporter = join(import.meta.dirname, 'vitest-reporter.ts')
    const { status } = spawnSync(
      process.execPath,
      [VITEST, 'run', '--globals', `--root=${folder}`, `--reporter=${reporter}`, '--no-file-parallelism'],
      { cwd: folder, env: { ...process.env, UNIT_RESULTS: results } },
    )
    expect(status).toBe(1)
    const { passed, failed, faults } = JSON.parse(readFileSync(results, 'utf8')) as TestResults
    expect({ passed, failed }).toEqual({ passed: 2, failed: 4 })
    expect(faults.toSorted()).toEqual([
      'a.test.js › sums > takes away: expected 1 to be 2 // Object.is equality',
      expect.stringMatching(/^b\.test\.js › outside its tests: .*missing\.js/),
      'c.test.js › outside its tests: No database',
      'vitest › an error outside tests: Left behind',
    ])
  })
})

describe('results of browser tests', () => {
  it('list failed and flaky tests at any depth', () => {
    const spec = (title: string, status: string, messages: readonly string[]) => ({
      file: 'market.test.ts',
      title,
      tests: [
        {
          projectName: 'phone',
          status,
          results: [...messages.map((message) => ({ error: { message } })), ...(status === 'unexpected' ? [] : [{}])],
        },
      ],
    })
    const report = {
      stats: { expected: 5, unexpected: 1, flaky: 1 },
      errors: [{ message: 'A worker ended' }],
      suites: [
        {
          specs: [spec('buys', 'expected', []), spec('sells', 'flaky', ['Timed out\nlog'])],
          suites: [{ specs: [spec('waits', 'unexpected', ['Gone', 'Gone'])] }],
        },
      ],
    }
    expect(resultsOfJourneys(JSON.stringify(report))).toEqual({
      passed: 5,
      failed: 2,
      faults: [
        'journeys › as a whole: A worker ended',
        'market.test.ts › sells [phone, flaky]: Timed out',
        'market.test.ts › waits [phone, unexpected]: Gone',
      ],
    })
  })
})
