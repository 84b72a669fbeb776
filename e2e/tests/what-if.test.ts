import { rmSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { enter, expect, serveClutch, test } from '../support/journey.ts'
import { tabTo } from '../support/keyboard.ts'
import { expectNothingCut, PHONE } from '../support/phone.ts'
import { newSteamId, Player } from '../support/player.ts'
import { makeQuickPack } from '../support/quick-pack.ts'

/** Its yield is random. */
const RECIPE = 115
const CRAFT = { kind: 'craft', receipt_id: RECIPE, count: 1 }
const [TAKEN, COAL] = [1_506, 1_004]
const contentFolder = makeQuickPack({ jobSec: 1, starterItems: { [TAKEN]: 4, [COAL]: 4 } })
const clutch = serveClutch({ contentFolder })
test.afterAll(() => rmSync(contentFolder, { recursive: true, force: true }))
const PLACES = ['/roulette/wheel', '/factory/receipts', '/harvest/receipts', `/craft/receipts?recipe=${RECIPE}`]

async function openWhatIf(page: Page) {
  const button = page.getByRole('button', { name: /^What if: / }).first()
  await expect(button).toBeEnabled()
  await tabTo(page, button, 80)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^What if: / })
  await expect(dialog.getByText('Chance of a loss')).toBeVisible()
  return dialog
}

/** Makes the required choices: an option of each slot. */
async function choose(page: Page, place: string): Promise<void> {
  const main = page.getByRole('main')
  if (place.startsWith('/factory')) {
    const heading = page.getByRole('heading', { level: 2 })
    const card = main.getByRole('listitem').filter({ has: heading }).first()
    const slots = card.getByRole('radiogroup').filter({ has: page.getByRole('radio') })
    for (const slot of await slots.all()) await slot.getByRole('radio').first().check({ force: true })
  }
  if (place.startsWith('/harvest')) {
    const options = page.getByRole('listitem').getByRole('button', { pressed: false })
    const slots = main.getByRole('tabpanel').getByRole('region').filter({ has: options })
    for (const slot of await slots.all()) await slot.getByRole('listitem').getByRole('button').first().click()
  }
}

/** Number of simulated runs that the page shows. */
async function runsIn(summary: Locator): Promise<number> {
  return Number(/[0-9,]+/.exec(await summary.innerText())?.[0].replaceAll(',', ''))
}

/**
 * Largest expected difference of two samples of one chance, in percentage points: four standard deviations of their
 * difference.
 */
function chanceSwing(runs: number, otherRuns: number): number {
  return 4 * 50 * Math.sqrt(1 / runs + 1 / otherRuns)
}

test('the wheel and a recipe are simulated by keyboard, with their distribution, and change nothing', async ({
  visitors,
}) => {
  const { url } = clutch()
  const steamId = newSteamId()
  const player = await Player.signIn(url, steamId)
  await player.call('POST /craft/start', { receipt_id: RECIPE, count: 4 })
  const page = await visitors.open()
  await enter(page, url, { steamId })
  for (const place of ['/roulette/wheel', `/craft/receipts?recipe=${RECIPE}`]) {
    await page.goto(`${url}${place}`)
    const dialog = await openWhatIf(page)
    const summary = dialog.getByText(/Simulated [0-9,]+ times with the real rules/)
    await expect(summary).toBeVisible()
    await expect(dialog.getByRole('table', { name: 'Changes to your items' })).toBeVisible()
    await expect(dialog.getByText('Nothing here depends on chance')).toHaveCount(0)
    // Bounds and average are exact for any number of runs; the estimated chance of a loss varies with the number of
    // runs the machine had time for.
    const start = place.startsWith('/roulette') ? { kind: 'roulette', count: 10 } : CRAFT
    const { coins, loss_chance, runs } = await player.call('POST /sim/run', { ...start, runs: 1_000 })
    const figure = async (name: string) => {
      const fact = dialog.getByText(name, { exact: true }).locator('..').getByRole('definition')
      return Number((await fact.innerText()).replace('−', '-').replace(/±.*|[^\d.-]/g, ''))
    }
    expect(await figure('At worst')).toBe(coins.min)
    expect(await figure('At best')).toBe(coins.max)
    expect(await figure('On average')).toBe(Math.round(coins.expected))
    const loss = await figure('Chance of a loss')
    expect(Math.abs(loss - 100 * loss_chance)).toBeLessThan(chanceSwing(await runsIn(summary), runs))
    // Without fair prices every yield of a recipe is worth nothing.
    if (place.startsWith('/roulette')) {
      await dialog.getByText('Table', { exact: true }).click()
      const spread = dialog.getByRole('table', { name: 'Distribution of outcomes' })
      await expect(spread.getByRole('row')).not.toHaveCount(1)
    }
    await expectAccessible(page, `what if, at ${place}`)
    await page.keyboard.press('Escape')
  }

  await test.step('the actual result is compared with the expected one', async () => {
    await page.goto(`${url}/craft/history`)
    await page.getByRole('button', { name: 'How lucky?' }).press('Enter')
    // Its yield has never been traded: the page says that no worth distinguishes the outcomes, not that the result is
    // certain.
    await expect(page.getByText('Every outcome is worth the same')).toBeVisible()
    await expectAccessible(page, 'luck in the craft history')
  })
})

test('farms and harvests are simulated too, and on a phone nothing is cut off @long', async ({ visitors }) => {
  const { url } = clutch()
  const page = await visitors.open({ ...PHONE, viewport: { width: 320, height: 700 } })
  await enter(page, url)
  for (const place of PLACES) {
    await page.goto(`${url}${place}`)
    await expect(page.getByRole('button', { name: /^What if: / }).first()).toBeVisible()
    await choose(page, place)
    await openWhatIf(page)
    await expectNothingCut(page)
    await expectAccessible(page, `what if on a phone, at ${place}`)
    await page.keyboard.press('Escape')
  }
})
