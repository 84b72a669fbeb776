import { defineConfig } from '@playwright/test'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** What the everyday run walks through; `npm run journeys` walks through everything. */
const CORE = ['first-visit', 'trading', 'recovery', 'controls', 'home'].map((name) => `${name}.test.ts`)

/** Journeys in the system's own Chromium, against servers that the tests start themselves. */
export default defineConfig({
  testDir: 'tests',
  testMatch: process.env['JOURNEYS'] === 'all' ? '**/*.test.ts' : CORE.map((file) => `**/tests/${file}`),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // A file has a server of its own, so two files do not meet.
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  // A second try tells a slow machine from a fault; the first try's failure is still printed as flaky.
  retries: 1,
  reporter: [['list'], ['json']],
  outputDir: '../test-results',
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: '/usr/bin/chromium', args: FLAGS },
    trace: 'on-first-retry',
  },
})
