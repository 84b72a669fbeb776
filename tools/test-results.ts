import { stripVTControlCharacters } from 'node:util'

/** The test results of a runner. */
export interface TestResults {
  readonly passed: number
  readonly failed: number
  /** Failed tests with the first line of their error, including flaky browser tests. */
  readonly faults: readonly string[]
}

/** Results of a runner that crashed before it wrote a report. */
export const NO_RESULTS: TestResults = { passed: 0, failed: 1, faults: ['A runner left no report'] }

interface UnitReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages: readonly string[] | null
    }[]
  }[]
}

/** @param text output of Vitest's JSON reporter */
export function resultsOfUnits(text: string): TestResults {
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(text) as UnitReport
  const faults = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length > 0) return failed.map((test) => fault(name, test.fullName, test.failureMessages?.[0]))
    return status === 'failed' ? [fault(name, 'the file itself', message)] : []
  })
  return { passed: numPassedTests, failed: numFailedTests, faults }
}

interface JourneySuite {
  readonly specs: readonly {
    readonly file: string
    readonly title: string
    readonly tests: readonly {
      readonly projectName: string
      readonly status: string
      readonly results: readonly { readonly error?: { readonly message?: string } }[]
    }[]
  }[]
  readonly suites?: readonly JourneySuite[]
}

interface JourneyReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number }
  readonly suites: readonly JourneySuite[]
  readonly errors: readonly { readonly message?: string }[]
}

/** @param text output of Playwright's JSON reporter */
export function resultsOfJourneys(text: string): TestResults {
  const { stats, suites, errors } = JSON.parse(text) as JourneyReport
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    faults: [...errors.map(({ message }) => fault('journeys', 'as a whole', message)), ...suites.flatMap(faultsOf)],
  }
}

const FAULTY = new Set(['unexpected', 'flaky'])

function faultsOf({ specs, suites = [] }: JourneySuite): string[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => FAULTY.has(status))
      .map(({ projectName, status, results }) => {
        const { error } = results.find((result) => result.error !== undefined) ?? {}
        return fault(file, `${title} [${projectName}, ${status}]`, error?.message)
      }),
  )
  return [...own, ...suites.flatMap(faultsOf)]
}

function fault(place: string, name: string, message = ''): string {
  const [why = ''] = stripVTControlCharacters(message).trim().split('\n')
  return `${place} › ${name}: ${why}`
}
