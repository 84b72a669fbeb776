import { rmSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import { makePack } from '../apps/server/tests/support/make-pack.ts'
import { measureLive } from './measure-live.ts'
import { measureLoads } from './measure-loads.ts'
import { measurePages } from './measure-pages.ts'
import { launchBrowser } from './support/browser.ts'
import { Clutch } from './support/clutch.ts'
import { signIn } from './support/journey.ts'
import { MEASURED_VIEWPORT } from './support/measured-pages.ts'

/**
 * Measures what varies too much between machines for a test to assert: `npm run measure -w @clutch/e2e`, with
 * `-- market`, `-- live`, `-- loads` or `-- pages` for a part of it. The bounds are the product's own targets.
 */
const ITEMS = 10_000
const SCROLL_MS = 8_000
const SLOWDOWN = 4
const LOADS = 5
const FRAME_MAX_MS = 50
const PAINT_MAX_MS = 1_500

interface Figure {
  readonly measured: string
  readonly ms: number
  readonly bound: number | '–'
}

const browser = await launchBrowser()
const wanted = process.argv[2]
if (wanted === undefined || wanted === 'market')
  console.table([...(await measureScrolling(browser)), ...(await measureFirstLoad(browser))])
if (wanted === undefined || wanted === 'live') console.table(await measureLive(browser))
if (wanted === undefined || wanted === 'loads') console.table(await measureLoads(browser))
if (wanted === undefined || wanted === 'pages') console.table(await measurePages(browser))
await browser.close()

/** Scrolls the whole list at an even pace and records every frame. */
async function measureScrolling(browser: Browser): Promise<Figure[]> {
  const contentFolder = makePack({ items: ITEMS, starterCoins: 1_000, starterCount: 5 })
  const clutch = await Clutch.start({ contentFolder })
  const page = await openMarket(browser, clutch)
  const { frames, longTasks, longFrames } = await page
    .getByRole('listbox', { name: 'Items' })
    .evaluate(scrollThrough, SCROLL_MS)
  await page.context().close()
  await clutch.stop()
  rmSync(contentFolder, { recursive: true, force: true })
  const sorted = frames.toSorted((a, b) => a - b)
  return [
    {
      measured: `worst frame of ${frames.length}, scrolling ${ITEMS} rows`,
      ms: round(sorted.at(-1)),
      bound: FRAME_MAX_MS,
    },
    {
      measured: 'frame at the 99th percentile',
      ms: round(sorted[Math.floor(sorted.length * 0.99)]),
      bound: FRAME_MAX_MS,
    },
    {
      measured: `worst of ${longFrames.length} long animation frames`,
      ms: round(Math.max(0, ...longFrames)),
      bound: FRAME_MAX_MS,
    },
    { measured: `worst of ${longTasks.length} long tasks`, ms: round(Math.max(0, ...longTasks)), bound: FRAME_MAX_MS },
  ]
}

function scrollThrough(list: Element, durationMs: number) {
  const longTasks: number[] = []
  const longFrames: number[] = []
  // Runs in the page, which has no access to this module.
  // oxlint-disable-next-line unicorn/consistent-function-scoping
  const observe = (type: string, durations: number[]) => {
    const observer = new PerformanceObserver((entries) =>
      durations.push(...entries.getEntries().map(({ duration }) => duration)),
    )
    observer.observe({ type })
  }
  observe('longtask', longTasks)
  observe('long-animation-frame', longFrames)
  return new Promise<{ frames: number[]; longTasks: number[]; longFrames: number[] }>((resolve) => {
    const frames: number[] = []
    let startedAt = 0
    let lastAt = 0
    const step = (now: number) => {
      if (startedAt === 0) startedAt = now
      else frames.push(now - lastAt)
      lastAt = now
      const share = Math.min(1, (now - startedAt) / durationMs)
      list.scrollTop = share * (list.scrollHeight - list.clientHeight)
      if (share < 1) requestAnimationFrame(step)
      else resolve({ frames, longTasks, longFrames })
    }
    requestAnimationFrame(step)
  })
}

/** Opens the market several times with an empty cache on a slow processor. */
async function measureFirstLoad(browser: Browser): Promise<Figure[]> {
  const clutch = await Clutch.start({ isLiving: true })
  const page = await openMarket(browser, clutch)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  const figures: Figure[] = []
  for (const path of ['/marketplace/market', '/marketplace/market#/item=1001', '/']) {
    const paints: number[] = []
    for (let load = 0; load < LOADS; load += 1) {
      await page.goto('about:blank')
      await page.goto(`${clutch.url}${path}`)
      await page.waitForLoadState('networkidle')
      paints.push(await page.evaluate(largestPaint))
    }
    paints.sort((a, b) => a - b)
    figures.push({
      measured: `largest contentful paint of ${path}, ${SLOWDOWN}× slower, median of ${LOADS}`,
      ms: round(paints[Math.floor(LOADS / 2)]),
      bound: PAINT_MAX_MS,
    })
  }
  await page.context().close()
  await clutch.stop()
  return figures
}

function largestPaint(): Promise<number> {
  return new Promise<number>((resolve) => {
    new PerformanceObserver((entries) => resolve(entries.getEntries().at(-1)?.startTime ?? 0)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    })
  })
}

async function openMarket(browser: Browser, { url }: Clutch): Promise<Page> {
  const context = await browser.newContext({ viewport: MEASURED_VIEWPORT })
  const page = await context.newPage()
  await signIn(page, url)
  await page.goto(`${url}/marketplace/market`)
  await page.getByRole('listbox').getByRole('option').first().waitFor()
  return page
}

function round(ms: number | undefined): number {
  return Math.round((ms ?? 0) * 10) / 10
}
