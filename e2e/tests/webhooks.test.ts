import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expectAccessible } from '../support/accessibility.ts'
import { enter, expect, serveClutch, test } from '../support/journey.ts'
import { expectNothingCut } from '../support/phone.ts'

const ADMIN = '76561198000000119'
const PANEL = '/console/admin'

const clutch = serveClutch({ settings: { ADMIN_STEAM_IDS: ADMIN } })

test('an admin creates a webhook, tries it, sees why it failed, sends again, rotates its secret and deletes it', async ({
  visitors,
}) => {
  const { url } = clutch()
  let status = 503
  const types: string[] = []
  const receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      types.push((JSON.parse(body) as { type: string }).type)
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  const page = await visitors.open()
  visitors.expectComplaint(/status of 400/)
  await enter(page, url, { steamId: ADMIN })
  await page.goto(`${url}${PANEL}/webhooks`)
  await expect(page.getByText('No webhooks yet.')).toBeVisible()

  await page.getByRole('button', { name: 'New webhook' }).click()
  const form = page.getByRole('dialog', { name: 'New webhook' })
  await form.getByRole('button', { name: 'Create webhook' }).click()
  await expect(form).toContainText('Up to 64 letters, digits, - and _')
  await form.getByLabel('Name').fill('quests')
  await form.getByLabel('Address').fill('https://10.0.0.1/hook')
  await form.getByRole('checkbox', { name: 'economy.halted' }).click()
  await form.getByLabel('Reason').fill('integration')
  await form.getByRole('button', { name: 'Create webhook' }).click()
  await expect(form).toContainText('Webhooks need a public https address')
  await expectAccessible(page, 'the form of a webhook')
  await form.getByLabel('Address').fill(address)
  await form.getByRole('button', { name: 'Create webhook' }).click()
  const secret = page.getByRole('dialog', { name: 'Secret of the webhook' })
  await expect(secret.getByRole('textbox', { name: 'Secret' })).toHaveValue(/^whsec_/)
  const first = await secret.getByRole('textbox', { name: 'Secret' }).inputValue()
  await page.keyboard.press('Escape')

  const card = page.getByRole('region', { name: 'quests' })
  await expect(card).toContainText('Working')
  await expect(card).toContainText('economy.halted')
  await card.getByRole('button', { name: 'Send test event' }).click()
  await expect.poll(() => types).toEqual(['webhook.test'])
  await card.getByRole('button', { name: 'Deliveries' }).click()
  const rows = card.getByRole('table', { name: 'Deliveries' }).getByRole('row')
  await expect(rows.nth(1)).toContainText('Failed')
  await expect(rows.nth(1)).toContainText('503')
  await rows.nth(1).getByRole('button', { name: 'Message' }).click()
  await expect(page.getByRole('dialog', { name: 'webhook.test' })).toContainText('"type": "webhook.test"')
  await page.keyboard.press('Escape')
  status = 204
  await rows.nth(1).getByRole('button', { name: 'Send again' }).click()
  await expect(rows.nth(1)).toContainText('Delivered')
  await expect(rows).toHaveCount(3)
  await card.getByRole('checkbox', { name: 'Failures only' }).click()
  await expect(rows).toHaveCount(2)
  await expectAccessible(page, 'deliveries of a webhook')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNothingCut(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  await card.getByRole('button', { name: 'Rotate secret' }).click()
  const rotation = page.getByRole('dialog', { name: 'Rotate the secret of quests' })
  await rotation.getByLabel('Reason').fill('yearly')
  await rotation.getByRole('button', { name: 'Rotate secret' }).click()
  await expect(secret.getByRole('textbox', { name: 'Secret' })).not.toHaveValue(first)
  await page.keyboard.press('Escape')
  await expect(card).toContainText('Old secret valid until')
  await card.getByRole('button', { name: 'Delete' }).click()
  const deletion = page.getByRole('dialog', { name: 'Delete quests' })
  await deletion.getByLabel('Reason').fill('moved')
  await deletion.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No webhooks yet.')).toBeVisible()
  receiver.close()
})
