import { availableParallelism } from 'node:os'
import { playwright } from '@vitest/browser-playwright'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { defineConfig } from 'vitest/config'
import { CHROMIUM } from './e2e/support/chromium.ts'
import { PATIENCE_MS } from './apps/server/tests/support/patience.ts'

/** The slowest files start first, or a core would be idle at the end. */
const LONGEST = /(?:\w+-kills|lease[\w-]*|writer-faults|simulat\w+|data-folder|lasting-world|start)\.test\.ts$/

/** The slowest files first, then those with a store, then the fast ones. */
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

/** Tests of the client and the examples, which run against a server. */
const WITH_SERVERS = ['packages/client/tests/**/*.test.ts', 'examples/tests/**/*.test.ts']

/** Tests run on Node without Vite's transforms, as in production. */
const NATIVE = { viteModuleRunner: false, nodeLoader: false }

export default defineConfig({
  test: {
    // One more than the cores, since tests also wait for processes and databases.
    maxWorkers: availableParallelism() + 1,
    // Files share a worker and its imported modules, which hold no state.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Long, so that tests do not time out on a busy machine.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: PATIENCE_MS } },
    projects: [
      {
        extends: true,
        test: {
          name: 'units',
          include: ['packages/**/*.test.ts', 'apps/*/src/**/*.test.ts'],
          exclude: [...EXCLUDED, 'apps/web/**', ...WITH_SERVERS],
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
        // Scanned in each run: if the cache lacks a dependency, Vite reloads the page while tests run.
        optimizeDeps: { force: true },
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
          include: ['apps/*/tests/**/*.test.ts', 'bench/tests/**/*.test.ts', 'tools/**/*.test.ts', ...WITH_SERVERS],
          exclude: EXCLUDED,
          experimental: NATIVE,
          // Starting PostgreSQL and preparing an empty PGlite takes seconds, so only these tests wait for it.
          globalSetup: ['tools/vitest-postgres.ts', 'apps/server/tests/support/store-templates.ts'],
          setupFiles: ['apps/server/tests/support/kept-pglite.ts'],
        },
      },
    ],
  },
})
