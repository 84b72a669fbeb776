import { chromium, type Browser } from '@playwright/test'
import { CHROMIUM } from './chromium.ts'

/** Launches a browser configured like a player's, for scripts run by hand, some of which measure. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch(CHROMIUM)
}
