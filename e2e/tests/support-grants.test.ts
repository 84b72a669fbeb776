import { randomUUID } from 'node:crypto'
import { expectAccessible } from '../support/accessibility.ts'
import { chooseLanguage, enter, expect, serveClutch, test } from '../support/journey.ts'
import { expectNothingCut, PHONE } from '../support/phone.ts'
import { newSteamId, Player } from '../support/player.ts'

const ADMIN = '76561198000000116'
const [PINE_LOG, COPPER_ORE] = [1_301, 1_001]

const clutch = serveClutch({ settings: { ADMIN_STEAM_IDS: ADMIN } })

test('gifts from customer support are announced at once, also to offline players, and link to the history', async ({
  visitors,
}) => {
  const { url } = clutch()
  const page = await visitors.open()
  const steamId = newSteamId()
  const admin = await Player.signIn(url, ADMIN)
  await enter(page, url, { steamId })
  await page.goto(url)
  const bell = page.getByRole('banner').getByRole('button', { name: 'Notifications' })
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  const lines = panel.getByRole('listitem').getByRole('link')
  await expect(page.getByText('Connected', { exact: true })).toBeAttached()
  await admin.call('POST /admin/add', {
    steam_id: steamId,
    item_id: PINE_LOG,
    count: 1_200,
    idempotency_key: randomUUID(),
  })
  const message = 'Customer support gave you 1,200 × Pine Log'
  await expect(page.getByRole('region', { name: 'Notifications' }).getByText(message)).toBeVisible()
  await expect(bell).toHaveAccessibleName('Notifications: 1 unread')

  await page.goto('about:blank')
  const items = [PINE_LOG, COPPER_ORE].map((item_id) => ({ item_id, count: 2 }))
  for (const gives of [{ coins: 1 }, { coins: 250, items }]) {
    const players = { kind: 'list', text: steamId } as const
    const body = { players, ...gives, reason: 'the outage', expected_players: 1, idempotency_key: randomUUID() }
    const { run } = await admin.call('POST /admin/compensation/start', body)
    const runs = async () => (await admin.call('POST /admin/compensation/runs', {})).response
    await expect.poll(async () => (await runs()).find(({ id }) => id === run.id)?.granted).toBe(1)
  }
  await page.goto(`${url}/marketplace/market`)
  await expect(bell).toHaveAccessibleName('Notifications: 3 unread')
  await bell.click()
  await expect(lines).toContainText([
    'Customer support gave you 250 coins and 2 item types',
    'Customer support gave you 1 coin',
    message,
  ])
  await expectAccessible(page, 'notifications of what was given')
  await lines.nth(1).click()
  await expect(page).toHaveURL(`${url}/inventory/history?assets=coins`)
  await expect(page.getByRole('listitem').filter({ hasText: 'Customer support' }).first()).toContainText('+250')
  await bell.click()
  await lines.nth(2).click()
  await expect(page).toHaveURL(`${url}/inventory/history?item=${PINE_LOG}`)
  await expect(page.getByText('+1,200')).toBeVisible()
  await bell.click()
  await lines.nth(0).click()
  await expect(page).toHaveURL(`${url}/inventory/history`)
  await expect(bell).toHaveAccessibleName('Notifications')

  await page.setViewportSize(PHONE.viewport)
  await chooseLanguage(page, 'Русский')
  await page.getByRole('button', { name: 'Уведомления' }).click()
  const russian = 'Поддержка выдала вам: 250 монет и предметы 2 видов'
  await expect(page.getByRole('dialog', { name: 'Уведомления' })).toContainText(russian)
  await expectNothingCut(page)
})
