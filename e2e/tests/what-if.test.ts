import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { enter, expect, serveClutch, test } from '../support/journey.ts'
import { tabTo } from '../support/keyboard.ts'
import { expectNothingCut, PHONE } from '../support/phone.ts'

const clutch = serveClutch()
/** What it gives is a matter of chance. */
const RECIPE = 115
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

/** Chooses what has to be chosen before there is anything to try: an option of each slot. */
async function choose(page: Page, place: string): Promise<void> {
  const main = page.getByRole('main')
  if (place.startsWith('/factory')) {
    const heading = page.getByRole('heading', { level: 2 })
    const card = main.getByRole('listitem').filter({ has: heading }).first()
    const slots = card.getByRole('group').filter({ has: page.getByRole('radio') })
    for (const slot of await slots.all()) await slot.getByRole('radio').first().check({ force: true })
  }
  if (place.startsWith('/harvest')) {
    const options = page.getByRole('listitem').getByRole('button', { pressed: false })
    const slots = main.getByRole('tabpanel').getByRole('region').filter({ has: options })
    for (const slot of await slots.all()) await slot.getByRole('listitem').getByRole('button').first().click()
  }
}

test('the wheel and a recipe are tried out by keyboard, with their spread, and nothing is touched', async ({
  visitors,
}) => {
  const { url } = clutch()
  const page = await visitors.open()
  await enter(page, url)
  for (const place of ['/roulette/wheel', `/craft/receipts?recipe=${RECIPE}`]) {
    await page.goto(`${url}${place}`)
    const dialog = await openWhatIf(page)
    await expect(dialog.getByText(/Tried [0-9,]+ times by the rules/)).toBeVisible()
    await expect(dialog.getByRole('table', { name: 'What you would have more or less of' })).toBeVisible()
    await expect(dialog.getByText('Nothing here depends on chance')).toHaveCount(0)
    // Without fair prices what a recipe gives is worth nothing, whatever it is.
    if (place.startsWith('/roulette')) {
      await dialog.getByText('As a table').click()
      const spread = dialog.getByRole('table', { name: 'How often which worth came out' })
      await expect(spread.getByRole('row')).not.toHaveCount(1)
    }
    await expectAccessible(page, `what if, at ${place}`)
    await page.keyboard.press('Escape')
  }
})

test('farms and harvests are tried out too, and on a phone nothing is cut off @long', async ({ visitors }) => {
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
