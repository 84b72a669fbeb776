import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectAccessible } from '../support/accessibility.ts'
import { PROJECT } from '../support/child-process.ts'
import { expect, serveClutch, test } from '../support/journey.ts'
import { servePage, type PageServer } from '../support/pages.ts'
import { expectNoSideways } from '../support/phone.ts'
import { Player } from '../support/player.ts'

const COPPER_ORE = 1_001

const clutch = serveClutch()
let site: PageServer
test.beforeAll(async () => {
  site = await servePage(readFileSync(join(PROJECT, 'examples/price-table/index.html'), 'utf8'), '127.0.0.1')
})
test.afterAll(() => site.close())

test('a page on another site shows prices and follows them', async ({ visitors }) => {
  const seller = await Player.signIn(clutch().url)
  await seller.offer(COPPER_ORE, 2, 1_250)
  const page = await visitors.open()
  await page.goto(`${site.origin}/?clutch=${clutch().url}`)
  await expect(page.getByRole('status')).toHaveText('Live')
  const ore = page.getByRole('row', { name: 'Copper Ore' }).getByRole('cell')
  await expect(ore).toHaveText(['Copper Ore', '–', '1,250', '–', '–'])
  await expectAccessible(page, 'the price table')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSideways(page)

  await seller.offer(COPPER_ORE, 2, 1_100)
  await expect(ore).toHaveText(['Copper Ore', '–', '1,100', '–', '–'])
})
