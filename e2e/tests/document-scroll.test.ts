import { APP_PAGES } from '../support/app-pages.ts'
import { expectNoDocumentScroll } from '../support/document-scroll.ts'
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

const clutch = serveClutch()

// The narrowest phone is checked in every run, together with what is cut off there.
for (const size of SIZES) {
  test(
    `no page scrolls the whole app away at ${size.width} × ${size.height}`,
    { tag: '@long' },
    async ({ visitors }) => {
      test.slow()
      const { url } = clutch()
      const player = await Player.signIn(url, STEAM_ID)
      await player.offer(COPPER_ORE, 1, 900)
      const page = await visitors.open({ viewport: size })
      visitors.expectComplaint(/status of 404.*no\/such\/page/)
      await enter(page, url, { steamId: STEAM_ID })
      for (const path of APP_PAGES) {
        await page.goto('about:blank')
        await page.goto(`${url}${path}`)
        await expect(page.getByRole('heading').first()).toBeAttached()
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
        await expect(page.getByLabel('Loading')).toHaveCount(0)
        await expectNoDocumentScroll(page)
      }
    },
  )
}
