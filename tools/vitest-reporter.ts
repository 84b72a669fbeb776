import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node'
import { fault, type TestResults } from './test-results.ts'

type Errors = Parameters<NonNullable<Reporter['onTestRunEnd']>>[1]

/**
 * Writes the results of a run to the file in `UNIT_RESULTS`. Vitest's own JSON report lacks errors outside tests and files
 * that did not run, with which a run fails although no test did.
 */
export default class UnitResultsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: Errors, reason: TestRunEndReason): void {
    const results = modules.map(resultsOfModule)
    const faults = [
      ...results.flatMap((each) => each.faults),
      ...errors.map(({ message, cause }) =>
        fault('vitest', 'an error outside tests', [message, cause?.message].filter(Boolean).join(' ')),
      ),
      ...(reason === 'interrupted' ? [fault('vitest', 'the run', 'interrupted')] : []),
    ]
    const passed = results.reduce((sum, each) => sum + each.passed, 0)
    const file = process.env['UNIT_RESULTS']
    if (file === undefined) throw new Error('UNIT_RESULTS must name the file for the results')
    writeFileSync(file, JSON.stringify({ passed, failed: faults.length, faults } satisfies TestResults))
  }
}

function resultsOfModule(module: TestModule): TestResults {
  const tests = [...module.children.allTests()]
  const failedTests = tests.flatMap((test) => {
    const { state, errors } = test.result()
    return state === 'failed' ? [fault(module.relativeModuleId, test.fullName, errors?.[0]?.message)] : []
  })
  const failedHooks = [module, ...module.children.allSuites()].flatMap((suite) =>
    suite.errors().map(({ message }) => fault(module.relativeModuleId, 'outside its tests', message)),
  )
  const hasEnded = !['pending', 'queued'].includes(module.state())
  const faults = [
    ...failedTests,
    ...failedHooks,
    ...(hasEnded ? [] : [fault(module.relativeModuleId, 'the file', 'did not run to its end')]),
  ]
  return { passed: tests.filter((test) => test.result().state === 'passed').length, failed: faults.length, faults }
}
