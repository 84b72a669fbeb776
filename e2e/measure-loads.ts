import type { Browser, BrowserContext, Page } from '@playwright/test'
import { Clutch } from './support/clutch.ts'
import { enter } from './support/journey.ts'
import { countMainThread, MEASURED_PAGES, MEASURED_VIEWPORT } from './support/measured-pages.ts'

const LOADS = 7
/** Work that a page schedules after the network has gone quiet counts towards its load. */
const SETTLE_MS = 2_000
const CRAFT_MAX_SEC = 0.6
const PAGES = { welcome: '/', ...MEASURED_PAGES } as const

/**
 * Processor time of a page's main thread for one load with an empty cache, from navigation until two seconds after the
 * network has gone quiet. Each load uses a new browser context.
 */
export async function measureLoads(browser: Browser): Promise<object[]> {
  const clutch = await Clutch.start({ isLiving: true })
  const figures: object[] = []
  for (const [name, path] of Object.entries(PAGES)) {
    const loads: Load[] = []
    for (let load = 0; load < LOADS; load += 1) {
      const context = await browser.newContext({ viewport: MEASURED_VIEWPORT })
      if (name !== 'welcome') await enterAndClose(context, clutch.url)
      loads.push(await measureLoad(await context.newPage(), clutch.url + path))
      await context.close()
    }
    loads.sort((one, other) => one.busySec - other.busySec)
    const median = loads[Math.floor(LOADS / 2)]
    figures.push({
      page: name,
      'least s': round(loads[0]?.busySec),
      'median s': round(median?.busySec),
      'most s': round(loads.at(-1)?.busySec),
      'script s': round(median?.scriptSec),
      'style and layout s': round(median?.styleSec),
      elements: median?.elements,
      wanted: name === 'craft' ? CRAFT_MAX_SEC : '–',
    })
  }
  await clutch.stop()
  return figures
}

interface Load {
  readonly busySec: number
  readonly scriptSec: number
  readonly styleSec: number
  readonly elements: number
}

/** Enters on a different page, so that the process of the measured page has no compiled code. */
async function enterAndClose(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage()
  await enter(page, url)
  await page.close()
}

async function measureLoad(page: Page, url: string): Promise<Load> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const readMetrics = await countMainThread(page)
  await page.goto(url)
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(SETTLE_MS)
  const read = await readMetrics()
  return {
    busySec: read('TaskDuration'),
    scriptSec: read('ScriptDuration'),
    styleSec: read('RecalcStyleDuration') + read('LayoutDuration'),
    elements: await page.evaluate(() => document.querySelectorAll('*').length),
  }
}

function round(seconds: number | undefined): number {
  return Math.round((seconds ?? 0) * 1_000) / 1_000
}
