import { rmSync } from 'node:fs'
import { makePack } from '../../apps/server/tests/support/make-pack.ts'
import { enter, expect, serveClutch, signIn, test } from '../support/journey.ts'

const ITEMS = 10_000
const ROWS_MAX = 120
const JUMPS = 20
const JAVASCRIPT_BYTES_MAX = 200_000

const contentFolder = makePack({ items: ITEMS, starterCoins: 1_000, starterCount: 5 })
const clutch = serveClutch({ contentFolder })

test.afterAll(() => rmSync(contentFolder, { recursive: true, force: true }))

test('of ten thousand items only the visible rows exist', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  await enter(page, url)
  await page.goto(`${url}/marketplace/market`)
  const list = page.getByRole('listbox', { name: 'Items' })
  await expect(list.getByRole('option').first()).toHaveAttribute('aria-setsize', String(ITEMS))
  for (let jump = 1; jump <= JUMPS; jump += 1) {
    await list.evaluate((element, share) => {
      element.scrollTop = share * (element.scrollHeight - element.clientHeight)
    }, jump / JUMPS)
    expect(await list.getByRole('option').count()).toBeLessThan(ROWS_MAX)
  }
  await expect(list.getByRole('option', { name: `Good ${ITEMS}` })).toBeVisible()
})

test('the market starts with at most 200 kB of JavaScript', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open()
  await signIn(page, url)
  const context = page.context()
  const fresh = await context.newPage()
  const session = await context.newCDPSession(fresh)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const scripts = new Set<string>()
  let bytes = 0
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type !== 'Script') return
    scripts.add(requestId)
    expect.soft(response.headers['content-encoding'] ?? 'br', response.url).toBe('br')
  })
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  await fresh.goto(`${url}/marketplace/market`)
  await expect(fresh.getByRole('listbox').getByRole('option').first()).toBeVisible()
  await fresh.waitForLoadState('networkidle')
  console.log(`JavaScript before the chart: ${(bytes / 1_000).toFixed(1)} kB in ${scripts.size} files`)
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThan(JAVASCRIPT_BYTES_MAX)
})
