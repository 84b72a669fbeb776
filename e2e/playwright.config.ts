import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { CHROMIUM } from './support/chromium.ts'

/**
 * Journeys that visit every page or wait for game time: excluded from the everyday run, included in `npm run journeys`.
 */
const LONG = /@long/

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
    launchOptions: CHROMIUM,
    trace: 'on-first-retry',
  },
})
