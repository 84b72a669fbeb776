import type { Page } from '@playwright/test'
import { APP_PAGES } from '../support/app-pages.ts'
import { enter, expect, serveClutch, test } from '../support/journey.ts'
import { Player } from '../support/player.ts'

const COPPER_ORE = 1_001
const STEAM_ID = '76561190000777001'
const SIZES = [
  { width: 1_440, height: 900 },
  { width: 820, height: 1_180 },
  { width: 390, height: 844 },
  { width: 320, height: 640 },
] as const
const WHEEL_PX = 3_000

const clutch = serveClutch()

for (const size of SIZES) {
  const tag = size.width === 1_440 ? [] : ['@long']
  test(`no page scrolls the whole app away at ${size.width} × ${size.height}`, { tag }, async ({ visitors }) => {
    test.slow()
    const { url } = clutch()
    const player = await Player.signIn(url, STEAM_ID)
    await player.offer(COPPER_ORE, 1, 900)
    const page = await visitors.open({ viewport: size })
    visitors.expectComplaint(/status of 404.*no\/such\/page/)
    await enter(page, url, { steamId: STEAM_ID })
    const scrolled: string[] = []
    for (const path of APP_PAGES) {
      await page.goto('about:blank')
      await page.goto(`${url}${path}`)
      await expect(page.getByRole('heading').first()).toBeAttached()
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      await expect(page.getByLabel('Loading')).toHaveCount(0)
      for (const [x, y] of [
        [20, 20],
        [20, size.height - 20],
        [size.width / 2, size.height / 2],
      ] as const) {
        await page.mouse.move(x, y)
        await page.mouse.wheel(0, WHEEL_PX)
      }
      const { overflow, top } = await measure(page)
      if (overflow > 0 || top > 0) scrolled.push(`${path}: ${overflow} px too high, scrolled by ${top}`)
    }
    expect(scrolled).toEqual([])
  })
}

function measure(page: Page): Promise<{ overflow: number; top: number }> {
  return page.evaluate(() => ({
    overflow: document.documentElement.scrollHeight - document.documentElement.clientHeight,
    top: document.documentElement.scrollTop,
  }))
}
