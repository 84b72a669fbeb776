import { expect, type Page } from '@playwright/test'

const WHEEL_PX = 3_000
const EDGE_PX = 20

/** Turns the wheel over header, bar and middle of the page in its current state: the document itself must not move. */
export async function expectNoDocumentScroll(page: Page): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  for (const [x, y] of [
    [EDGE_PX, EDGE_PX],
    [EDGE_PX, height - EDGE_PX],
    [width / 2, height / 2],
  ] as const) {
    await page.mouse.move(x, y)
    await page.mouse.wheel(0, WHEEL_PX)
  }
  const moved = await page.evaluate(() => ({
    overflow: document.documentElement.scrollHeight - document.documentElement.clientHeight,
    top: document.documentElement.scrollTop,
  }))
  expect.soft(moved, page.url()).toEqual({ overflow: 0, top: 0 })
}
