import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { CHROMIUM } from './support/chromium.ts'

/**
 * Journeys that visit every page or wait for game time: excluded from the everyday run, included in `npm run journeys`.
 */
const LONG = /@long/

/**
 * Pages of journeys live for seconds, so optimising their code costs more than it saves; so do threads for their small
 * tasks, and a process per site. The last two take a sixth of the browser's processor time.
 */
const SHORT_LIVED = ['--js-flags=--no-maglev --no-opt --single-threaded', '--disable-site-isolation-trials']

/** Runs journeys in the system's Chromium, against servers that the tests start. */
export default defineConfig({
  testDir: 'tests',
  globalSetup: './support/global-setup.ts',
  ...(process.env['JOURNEYS'] === 'all' ? {} : { grepInvert: LONG }),
  // Generous, because journeys and responses take longer on a busy machine.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // Each file starts its own server, so files are independent. Journeys spend a third of their time waiting.
  workers: availableParallelism() + 1,
  fullyParallel: false,
  forbidOnly: true,
  // A retry only records a trace: a journey that needs one has a fault, or has found one in the product.
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
