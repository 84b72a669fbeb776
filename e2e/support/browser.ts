import { chromium, type Browser } from '@playwright/test'
import config from '../playwright.config.ts'

/** The browser of the journeys, for scripts that a person runs. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch(config.use?.launchOptions ?? {})
}
