import { createEvent, encodeBatch, Side } from '@clutch/contract/live'
import type { Browser, Page } from '@playwright/test'
import { Clutch } from './support/clutch.ts'
import { enter } from './support/journey.ts'
import { countMainThread, MEASURED_PAGES, MEASURED_VIEWPORT } from './support/measured-pages.ts'
import { Player } from './support/player.ts'

const EVENTS_PER_SECOND = 100
/** Interval at which the server flushes its event buffers. */
const FRAME_MS = 40
const MEASURED_MS = 10_000
const SETTLE_MS = 3_000
const CPU_MAX_PERCENT = 15

/** Measures a page at a hundred price changes per second: processor time, React commits and the longest task. */
export async function measureLive(browser: Browser): Promise<object[]> {
  const clutch = await Clutch.start({ isLiving: true })
  const figures: object[] = []
  const player = await Player.signIn(clutch.url)
  const { sell_lots } = await player.call('POST /marketplace/get-all-prices')
  const itemIds = sell_lots.map(({ item_type_id }) => item_type_id)
  for (const [name, path] of Object.entries(MEASURED_PAGES)) {
    const context = await browser.newContext({ viewport: MEASURED_VIEWPORT })
    const page = await context.newPage()
    await countCommits(page)
    const stream = await streamPrices(page, itemIds)
    await enter(page, clutch.url)
    await page.goto(clutch.url + path)
    await page.getByText('Connected', { exact: true }).waitFor({ state: 'attached' })
    await page.waitForTimeout(SETTLE_MS)
    const stop = stream()
    figures.push({ page: name, ...(await watch(page)), wanted: `${CPU_MAX_PERCENT} %, 50 ms` })
    stop()
    await context.close()
  }
  await clutch.stop()
  return figures
}

/** Counts React commits through the DevTools hook, which production builds call too. */
async function countCommits(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const counts = { commits: 0, longest: 0 }
    const hook = { supportsFiber: true, inject: () => 1, onCommitFiberRoot: () => (counts.commits += 1) }
    Object.assign(window, {
      counts,
      __REACT_DEVTOOLS_GLOBAL_HOOK__: { ...hook, onCommitFiberUnmount: () => undefined },
    })
    new PerformanceObserver((entries) => {
      for (const { duration } of entries.getEntries()) counts.longest = Math.max(counts.longest, duration)
    }).observe({ type: 'longtask' })
  })
}

/** Proxies the live connection and injects prices of demo items into what the server sends. */
async function streamPrices(page: Page, itemIds: readonly number[]): Promise<() => () => void> {
  let send: ((bytes: Uint8Array) => void) | undefined
  await page.routeWebSocket(/\/ws\?/, (socket) => {
    socket.connectToServer()
    send = (bytes) => socket.send(Buffer.from(bytes))
  })
  let sent = 0
  return () => {
    const timer = setInterval(() => {
      const events = Array.from({ length: (EVENTS_PER_SECOND * FRAME_MS) / 1_000 }, () => {
        sent += 1
        const itemId = BigInt(itemIds[sent % itemIds.length] ?? 0)
        const price = BigInt(50 + (sent % 40))
        const side = sent % 2 === 0 ? Side.BUY : Side.SELL
        return createEvent({
          timestampMs: Date.now(),
          eventId: String(sent),
          payload: { case: 'priceChanged', value: { itemId, side, price } },
        })
      })
      send?.(encodeBatch(events))
    }, FRAME_MS)
    return () => clearInterval(timer)
  }
}

async function watch(page: Page): Promise<object> {
  const readMetrics = await countMainThread(page)
  const busySec = async () => (await readMetrics())('TaskDuration')
  const read = () =>
    page.evaluate(() => ({ ...(window as unknown as { counts: { commits: number; longest: number } }).counts }))
  await page.evaluate(() => Object.assign((window as unknown as { counts: object }).counts, { commits: 0, longest: 0 }))
  const before = await busySec()
  await page.waitForTimeout(MEASURED_MS)
  const busy = (await busySec()) - before
  const { commits, longest } = await read()
  return {
    'processor %': Math.round((busy / (MEASURED_MS / 1_000)) * 1_000) / 10,
    'commits a second': Math.round(commits / (MEASURED_MS / 1_000)),
    'longest task ms': Math.round(longest),
  }
}
