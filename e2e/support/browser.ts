import { chromium, type Browser } from '@playwright/test'
import { CHROMIUM } from './chromium.ts'

/** A browser as players have one, for scripts that a person runs: some of them measure. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch(CHROMIUM)
}
