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

/** A line of the summary: where, what, and the first line of the error. */
export function fault(place: string, name: string, message = ''): string {
  const [why = ''] = stripVTControlCharacters(message).trim().split('\n')
  return `${place} › ${name}: ${why}`
}
