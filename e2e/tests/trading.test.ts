import type { Page } from '@playwright/test'
import { balance, expect, openItem, serveClutch, signIn, test } from '../support/journey.ts'

const COPPER_ORE = 1_001
/** It takes a tenth of a second on an otherwise idle machine; `npm run bench -- live` measures it. */
const SEEN_WITHIN_MS = 10_000

const clutch = serveClutch()

test('two players trade, and each sees it live', async ({ visitors }) => {
  const { url } = clutch()
  const seller = await visitors.open()
  const buyer = await visitors.open()
  await signIn(seller, url, { name: 'Yolanda Brightpan' })
  await signIn(buyer, url, { name: 'Grim Basket' })
  await openItem(seller, url, COPPER_ORE)
  await openItem(buyer, url, COPPER_ORE)
  const coinsBefore = await balance(seller)

  await test.step("a new sell order appears in the other player's book", async () => {
    await fillOrder(seller, 'Sell', 10, 50)
    const seen = sawText(buyer, ['Buy: 10 offered at 50'])
    const pressedAt = await press(seller, 'Create sell order')
    report('order seen by the other', (await seen) - pressedAt)
  })

  await test.step('a trade appears in balance, book, lots and chart of both', async () => {
    await fillOrder(buyer, 'Buy', 4, 50)
    const seenBySeller = sawText(seller, [
      'Sold 4 × Copper Ore at 50',
      `Balance: ${(coinsBefore + 200).toLocaleString('en')}`,
      '6/10',
      'Buy: 6 offered at 50',
    ])
    const seenByBuyer = sawText(buyer, [
      'Bought 4 × Copper Ore for 200',
      'Buy: 6 offered at 50',
      `Balance: ${(coinsBefore - 200).toLocaleString('en')}`,
      '124 in inventory',
    ])
    const pressedAt = await press(buyer, 'Buy now')
    report('trade seen by the seller', (await seenBySeller) - pressedAt)
    report('trade seen by the buyer', (await seenByBuyer) - pressedAt)
    await expect(seller.getByTitle('Average price · volume').first()).toHaveText('avg 50 · 4 traded')
    await expect(buyer.getByTitle('Average price · volume').first()).toHaveText('avg 50 · 4 traded')
  })

  await test.step('the list shows it too', async () => {
    await expect(buyer.getByRole('option', { name: 'Copper Ore' }).getByTitle('Buy now: 50')).toBeVisible()
  })
})

async function fillOrder(page: Page, side: 'Buy' | 'Sell', count: number, price: number): Promise<void> {
  await page.getByRole('region', { name: 'Selected item' }).getByRole('button', { name: side, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Quantity').fill(String(count))
  await dialog.getByLabel('Price each').fill(String(price))
}

/** Presses the button once it is enabled. @returns the time of the press by the machine's clock */
async function press(page: Page, name: string): Promise<number> {
  const button = page.getByRole('dialog').getByRole('button', { name })
  await expect(button).toBeEnabled()
  const pressed = button.evaluate(
    (element) => new Promise<number>((resolve) => element.addEventListener('click', () => resolve(Date.now()))),
  )
  await button.click()
  return pressed
}

/** The time when all texts were visible, by the machine's clock, which both browsers share. */
function sawText(page: Page, texts: readonly string[]): Promise<number> {
  return page.evaluate(
    (texts) =>
      new Promise<number>((resolve) => {
        const waiting = new Set(texts)
        const look = () => {
          const content = [document.body.textContent, ...labels()].join('\n')
          for (const text of waiting) if (content.includes(text)) waiting.delete(text)
          if (waiting.size > 0) return
          observer.disconnect()
          resolve(Date.now())
        }
        const labels = () => [...document.querySelectorAll('[title]')].map((element) => element.getAttribute('title'))
        const observer = new MutationObserver(look)
        observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
        look()
      }),
    texts,
  )
}

function report(what: string, delayMs: number): void {
  test.info().annotations.push({ type: what, description: `${delayMs} ms` })
  console.log(`${what}: ${delayMs} ms`)
  expect(delayMs, what).toBeLessThan(SEEN_WITHIN_MS)
}
