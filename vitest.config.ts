import { availableParallelism } from 'node:os'
import { playwright } from '@vitest/browser-playwright'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { defineConfig } from 'vitest/config'
import { CHROMIUM } from './e2e/support/chromium.ts'
import { PATIENCE_MS } from './apps/server/tests/support/patience.ts'

/** Files that take longest: begun last, they would leave a core idle at the end. */
const LONGEST = /(?:crash-\w+|lease[\w-]*|writer-faults|simulation|data-folder|lasting-world|start)\.test\.ts$/

/** After the longest come those with a store, and last those that take no time: they fill what is left over. */
function rankOf({ moduleId, project }: TestSpecification): number {
  if (LONGEST.test(moduleId)) return 0
  return project.name === 'stores' ? 1 : 2
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- vitest's own order, not an array's
    const inUsualOrder = await super.sort(files)
    return inUsualOrder.toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}

/** Tests of what a component draws and does, in the browser that the journeys use. */
const COMPONENTS = '**/*.browser.test.tsx'

const EXCLUDED = ['**/node_modules/**', '**/dist/**']

/** What Node runs as it stands in production, it runs as it stands in tests: nothing translates and serves it first. */
const NATIVE = { viteModuleRunner: false, nodeLoader: false }

export default defineConfig({
  test: {
    // Tests wait for processes, databases and clocks more than they compute: a worker per core, none spared.
    maxWorkers: availableParallelism() + 1,
    // Files share their worker and what it has imported: no module of ours keeps anything that a file could leave behind.
    isolate: false,
    // Both cores are busy all the while: threads that collect garbage together would only wait for each other.
    execArgv: ['--single-threaded-gc'],
    sequence: { sequencer: LongestFirst },
    // How long a test takes is nobody's finding: on a busy machine all take longer.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: PATIENCE_MS } },
    projects: [
      {
        extends: true,
        test: {
          name: 'units',
          include: ['packages/**/*.test.ts', 'apps/*/src/**/*.test.ts'],
          exclude: [...EXCLUDED, 'apps/web/**'],
          experimental: NATIVE,
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['apps/web/src/**/*.test.{ts,tsx}', 'apps/web/scripts/**/*.test.ts'],
          exclude: [...EXCLUDED, COMPONENTS],
        },
      },
      {
        extends: 'apps/web/vite.config.ts',
        root: 'apps/web',
        test: {
          name: 'components',
          include: ['src/**/*.browser.test.tsx'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: CHROMIUM }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        extends: true,
        test: {
          name: 'stores',
          include: ['apps/*/tests/**/*.test.ts', 'bench/tests/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: EXCLUDED,
          experimental: NATIVE,
          // What these tests begin with, a running PostgreSQL and an empty PGlite, takes seconds: nothing else waits for it.
          globalSetup: ['tools/vitest-postgres.ts', 'apps/server/tests/support/store-templates.ts'],
          setupFiles: ['apps/server/tests/support/kept-pglite.ts'],
        },
      },
    ],
  },
})
