import { rmSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { enter, expect, serveClutch, test } from '../support/journey.ts'
import { newSteamId, Player } from '../support/player.ts'
import { makeQuickPack } from '../support/quick-pack.ts'

const [PINE_LOG, PLANK, HEARTH_COAL, LUCKY_FUEL, ENERGY] = [1_301, 1_351, 1_004, 1_805, 2_901]
/** What the salt works yield, and what drops only with the lucky fuel. */
const [SALTS, DROPS] = [
  [1_801, 1_803, 1_812, 1_208, 1_610],
  [1_005, 1_201],
]
const JOB_SEC = 60

const contentFolder = makeQuickPack({
  jobSec: JOB_SEC,
  starterItems: { [PINE_LOG]: 40, [HEARTH_COAL]: 60, [LUCKY_FUEL]: 5, [ENERGY]: 1 },
  feeBasisPoints: 1_000,
})
const clutch = serveClutch({ contentFolder })
test.afterAll(() => rmSync(contentFolder, { recursive: true, force: true }))

const card = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })

test('a profit includes the market fee, and energy while it lasts', async ({ visitors }) => {
  const { url } = clutch()
  const trader = await Player.signIn(url)
  await trader.offer(PINE_LOG, 5, 10)
  await trader.bid(PLANK, 5, 100)
  const steamId = newSteamId()
  const page = await visitors.open()
  await enter(page, url, { steamId })
  await page.goto(`${url}/craft/receipts?q=plank`)
  const plank = card(page, 'Pine Plank')
  // Three logs at 10 make a plank sold at 100, of which the market takes a tenth.
  await expect(plank.getByText('+60 per run')).toBeVisible()
  await expect(plank.getByText('+3.6k per hour', { exact: true })).toBeVisible()
  const player = await Player.signIn(url, steamId)
  await player.call('POST /energy/activate', {})
  await expect(plank.getByText('+4.8k per hour with energy')).toBeVisible()
  await expect(plank.getByText('+60 per run')).toBeVisible()
})

test('a farm whose fuel is not chosen yet shows the most profitable one and says so', async ({ visitors }) => {
  const { url } = clutch()
  const trader = await Player.signIn(url)
  await trader.offer(HEARTH_COAL, 5, 10)
  await trader.offer(LUCKY_FUEL, 5, 1)
  for (const itemId of SALTS) await trader.bid(itemId, 5, 20)
  for (const itemId of DROPS) await trader.bid(itemId, 5, 500)
  const page = await visitors.open()
  await enter(page, url)
  await page.goto(`${url}/factory/receipts`)
  const salt = card(page, 'Salt Works')
  await expect(salt.getByText('With the best option in every empty slot')).toBeVisible()
  await expect(salt.getByText('+443 per run')).toBeVisible()
  await salt.getByRole('radio', { name: /^Hearth Coal/ }).check({ force: true })
  await expect(salt.getByText('−16 per run')).toBeVisible()
  await expect(salt.getByText('With the best option in every empty slot')).toHaveCount(0)
})
