import { availableParallelism } from 'node:os'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { defineConfig } from 'vitest/config'

/** Files that take longest: begun last, they would leave a core idle at the end. */
const LONGEST = /crash-\w+\.test\.ts$/

const isLongest = ({ moduleId }: TestSpecification) => LONGEST.test(moduleId)

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- vitest's own order, not an array's
    const inUsualOrder = await super.sort(files)
    return [...inUsualOrder.filter(isLongest), ...inUsualOrder.filter((file) => !isLongest(file))]
  }
}

export default defineConfig({
  test: {
    include: ['{packages,apps,tools}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    globalSetup: ['tools/vitest-postgres.ts', 'apps/server/tests/support/pglite-template.ts'],
    // Tests wait for processes, databases and clocks more than they compute: a worker per core, none spared.
    maxWorkers: availableParallelism(),
    testTimeout: 30_000,
    hookTimeout: 60_000,
    sequence: { sequencer: LongestFirst },
  },
})
