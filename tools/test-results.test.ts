import { describe, expect, it } from 'vitest'
import { resultsOfJourneys, resultsOfUnits } from './test-results.ts'

const unit = (status: string, fullName: string, failureMessages: readonly string[] = []) => ({
  status,
  fullName,
  failureMessages,
})

describe('results of unit tests', () => {
  it('list failed tests and files that could not be loaded', () => {
    const report = {
      numPassedTests: 2,
      numFailedTests: 1,
      testResults: [
        {
          name: 'a.test.ts',
          status: 'failed',
          message: '',
          assertionResults: [
            unit('passed', 'adds'),
            unit('failed', 'takes away', ['\u001B[31mexpected 1 to be 2\u001B[39m\n    at a.test.ts:3']),
          ],
        },
        { name: 'b.test.ts', status: 'failed', message: 'Cannot find module\nmore', assertionResults: [] },
        { name: 'c.test.ts', status: 'passed', message: '', assertionResults: [unit('passed', 'rests')] },
      ],
    }
    expect(resultsOfUnits(JSON.stringify(report))).toEqual({
      passed: 2,
      failed: 1,
      faults: ['a.test.ts › takes away: expected 1 to be 2', 'b.test.ts › the file itself: Cannot find module'],
    })
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
