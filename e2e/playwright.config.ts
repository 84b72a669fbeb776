import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { CHROMIUM } from './support/chromium.ts'

/** Sweeps over every page and what waits on the game's clock: not in the everyday run, but in `npm run journeys`. */
const LONG = /@long/

/**
 * Pages of journeys live for seconds: optimising their code would take longer than it saves, and so would threads that
 * share its small work, or a process of its own for each site. The last two are a sixth of the browser's processor time.
 */
const SHORT_LIVED = ['--js-flags=--no-maglev --no-opt --single-threaded', '--disable-site-isolation-trials']

/** Journeys in the system's own Chromium, against servers that the tests start themselves. */
export default defineConfig({
  testDir: 'tests',
  globalSetup: './support/global-setup.ts',
  ...(process.env['JOURNEYS'] === 'all' ? {} : { grepInvert: LONG }),
  // How long a journey or an answer takes is nobody's finding: on a busy machine they take longer.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // A file has a server of its own, so files do not meet. A journey waits for a third of its time.
  workers: availableParallelism() + 1,
  fullyParallel: false,
  forbidOnly: true,
  // A journey that needs a second try is a fault of its own or of the product's: the second try is for its trace alone.
  retries: 1,
  failOnFlakyTests: true,
  reporter: [['list'], ['json']],
  outputDir: '../test-results',
  use: {
    browserName: 'chromium',
    launchOptions: { ...CHROMIUM, args: [...CHROMIUM.args, ...SHORT_LIVED] },
    trace: 'on-first-retry',
  },
})
