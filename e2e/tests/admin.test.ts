import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import {
  chooseLanguage,
  enter,
  expect,
  openItem,
  pressInAccountMenu,
  select,
  serveClutch,
  test,
  type Visitors,
} from '../support/journey.ts'
import { tabTo } from '../support/keyboard.ts'
import { expectNothingCut, PHONE } from '../support/phone.ts'
import { newSteamId, Player } from '../support/player.ts'

const ADMIN = '76561198000000114'
const [PINE_LOG, COPPER_ORE] = [1_301, 1_001]
/** A quest item that nothing else in the pack refers to. */
const SEALED_ERRAND = 2_902
const LOG_NAME = 'Pine Log'
const STARTER_LOGS = 80
const PANEL = '/back-office/the-admin'
/** The server limits this computation to a minute and runs it behind player requests. */
const CHECKED_WITHIN = { timeout: 60_000 }

const DEMO_PACK = fileURLToPath(new URL('../../packages/content/packs/demo', import.meta.url))
const PACKS = makePacks()

/** The demo pack unchanged, with one item renamed, and without another item. */
function makePacks(): string {
  const packs = mkdtempSync(join(tmpdir(), 'clutch-packs-'))
  for (const name of ['demo', 'renamed', 'shorn']) cpSync(DEMO_PACK, join(packs, name), { recursive: true })
  const change = (file: string, rewrite: (text: string) => string) => {
    const path = join(packs, file)
    writeFileSync(path, rewrite(readFileSync(path, 'utf8')))
  }
  change('renamed/items/logs.json', (text) => text.replace(LOG_NAME, 'Stout Log'))
  change('renamed/pack.json', (text) => text.replace('1.0.0', 'season-2'))
  change('shorn/items/quest-items.json', (text) => {
    const { items } = JSON.parse(text) as { items: { id: number }[] }
    return JSON.stringify({ items: items.filter(({ id }) => id !== SEALED_ERRAND) })
  })
  return packs
}

const clutch = serveClutch({ settings: { ADMIN_STEAM_IDS: ADMIN, ADMIN_PATH: PANEL, CONTENT_PACKS_DIR: PACKS } })

/** Creates a player who was given logs and had one taken. @returns their Steam id */
async function createSubject(url: string): Promise<string> {
  const steamId = newSteamId()
  const [admin] = await Promise.all([Player.signIn(url, ADMIN), Player.signIn(url, steamId)])
  const change = (count: number) => ({ steam_id: steamId, item_id: PINE_LOG, count, idempotency_key: randomUUID() })
  await admin.call('POST /admin/add', change(3_000))
  await admin.call('POST /admin/consume', change(1))
  return steamId
}

async function openPanel(visitors: Visitors, url: string): Promise<Page> {
  const page = await visitors.open()
  await enter(page, url, { steamId: ADMIN })
  await page.goto(`${url}${PANEL}`)
  return page
}

test('an admin gives and takes items and promotes players; other players cannot open the operator pages', async ({
  visitors,
}) => {
  const { url } = clutch()
  const steamId = newSteamId()
  await Player.signIn(url, steamId)
  const stranger = await visitors.open()
  await stranger.goto(`${url}${PANEL}`)
  await expect(stranger.getByRole('heading', { name: 'Nothing on this shelf' })).toBeVisible()
  await enter(stranger, url, { steamId })
  await stranger.goto(`${url}${PANEL}`)
  await expect(stranger.getByRole('heading', { name: 'Nothing on this shelf' })).toBeVisible()

  await stranger.context().close()

  const page = await visitors.open()
  await enter(page, url, { steamId: ADMIN })
  await page.goto(url)
  await pressInAccountMenu(page, 'Admin panel')
  await expect(page).toHaveURL(`${url}${PANEL}`)
  await expect(page).toHaveTitle('Admin panel · Clutch')

  const keys: unknown[] = []
  page.on('request', (request) => {
    if (/\/admin\/(?:add|consume)$/.test(request.url())) keys.push(request.postDataJSON().idempotency_key)
  })

  await test.step('missing fields are named', async () => {
    await page.getByRole('button', { name: 'Find', exact: true }).click()
    await expect(page.getByText('Enter a Steam ID')).toBeVisible()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByText('Select a player first')).toBeVisible()
  })

  await test.step('with the keyboard alone, a player is found and given items', async () => {
    await page.getByLabel('Steam ID').fill(steamId)
    await page.keyboard.press('Enter')
    const card = page.getByRole('region', { name: 'Player' })
    await expect(card).toContainText(steamId)
    await expect(card).toContainText('Nortopia DLC')
    await page.getByLabel('Item ID').fill(String(PINE_LOG))
    await expect(page.getByLabel('Item ID')).toHaveAccessibleDescription(LOG_NAME)
    await page.getByLabel('Count').fill('0')
    await page.keyboard.press('Enter')
    await expect(page.getByText('The count must be above 0')).toBeVisible()
    await page.getByLabel('Count').fill('3000')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^Added to .*: Pine Log × 3,000$/)).toBeVisible()
  })

  const row = page.getByRole('table', { name: 'Inventory' }).getByRole('row').filter({ hasText: LOG_NAME })
  await test.step('the counts of what is given and taken stay within their limits', async () => {
    const had = STARTER_LOGS + 3_000
    await expect(row.getByRole('cell').nth(2)).toHaveText(had.toLocaleString('en'))
    await row.getByRole('button', { name: `+1 ${LOG_NAME}` }).click()
    await expect(row.getByRole('cell').nth(2)).toHaveText((had + 1).toLocaleString('en'))
    await row.getByRole('button', { name: `−1 ${LOG_NAME}` }).click()
    await expect(row.getByRole('cell').nth(2)).toHaveText(had.toLocaleString('en'))
    await page.getByLabel('Count').fill(String(had + 1))
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(page.getByText('Not enough items to remove')).toBeVisible()
    await page.getByLabel('Count').fill(String(had))
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(row).toHaveCount(0)
    expect(new Set(keys).size, 'each action has a separate idempotency key').toBe(4)
    expect(keys).toHaveLength(4)
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(page.getByText('The item is not in the inventory')).toBeVisible()
  })

  await test.step('a role is granted, and removed with a reason', async () => {
    await select(page.getByRole('combobox', { name: 'New role' }), 'Moderator')
    await page.getByRole('button', { name: 'Change role' }).click()
    await expect(page.getByText(/is now: Moderator$/)).toBeVisible()
    await select(page.getByRole('combobox', { name: 'New role' }), 'Player')
    await page.getByRole('button', { name: 'Change role' }).click()
    const dialog = page.getByRole('dialog', { name: /^Demote .* to Player\?$/ })
    await dialog.getByRole('button', { name: 'Change role' }).click()
    await expect(dialog).toContainText('Please give a reason.')
    await dialog.getByLabel('Reason (kept in the audit log)').fill('moved on')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/is now: Player$/)).toBeVisible()
    await expect(dialog).toHaveCount(0)
  })
  await expectAccessible(page, 'the admin panel')

  await test.step('in Russian on a phone, the texts are those of document 2', async () => {
    await page.setViewportSize(PHONE.viewport)
    await expectNothingCut(page)
    await page.setViewportSize({ width: 360, height: 700 })
    await expectNothingCut(page)
    await chooseLanguage(page, 'Русский')
    await page.getByLabel('ID предмета').fill('')
    await page.getByRole('button', { name: 'Добавить' }).click()
    await expect(page.getByText('ID предмета обязателен')).toBeVisible()
    await page.getByLabel('ID предмета').fill(String(PINE_LOG))
    await page.getByLabel('Количество').fill('0')
    await page.getByRole('button', { name: 'Добавить' }).click()
    await expect(page.getByText('Количество должно быть больше 0')).toBeVisible()
    await page.getByLabel('Количество').fill('1')
    await page.getByRole('button', { name: 'Удалить' }).click()
    await expect(page.getByText('Предмет не найден в инвентаре')).toBeVisible()
    await page.getByLabel('Steam ID', { exact: true }).fill('')
    await page.getByRole('button', { name: 'Найти', exact: true }).click()
    await expect(page.getByText('Введите Steam ID')).toBeVisible()
    await expectNothingCut(page)
  })
})

test('a player is found, annotated, banned and unbanned, and the log records all of it', async ({ visitors }) => {
  const { url } = clutch()
  const steamId = await createSubject(url)
  const subject = await Player.signIn(url, steamId)
  await subject.offer(PINE_LOG, 5, 900)
  await subject.call('POST /marketplace/exchange-to-steam-coins', { currency: 'bronze', count: 300 })
  const page = await openPanel(visitors, url)
  await page.getByRole('link', { name: 'Find players' }).click()
  await page.getByRole('textbox', { name: 'Name, Steam ID or uuid' }).fill(steamId)
  await page.keyboard.press('Enter')
  await page.getByRole('table', { name: 'Find players' }).getByRole('link').click()
  await page.getByRole('button', { name: 'Sessions, notes, ban and ledger' }).click()
  const file = page.getByRole('region', { name: 'Sessions, notes, ban' })
  const act = async (button: string, text: string) => {
    await file.getByLabel('Note or reason').fill(text)
    await file.getByRole('button', { name: button, exact: true }).click()
  }
  await act('Add note', 'a kind trader')
  await expect(file).toContainText('a kind trader')
  await test.step('everything the player has in progress is shown, view by view', async () => {
    const underWay = page.getByRole('region', { name: 'In progress' })
    await expect(underWay.getByRole('table', { name: 'Open lots' })).toContainText(/Pine Log.*Sells.*900.*5 \/ 5/)
    await underWay.getByRole('button', { name: 'Jobs' }).click()
    await expect(underWay.getByText('Nothing is running.')).toBeVisible()
    await underWay.getByRole('button', { name: 'Trades with friends' }).click()
    await expect(underWay.getByText('No trades with friends yet.')).toBeVisible()
    await underWay.getByRole('button', { name: 'Exchanges' }).click()
    await expect(underWay.getByRole('table', { name: 'Exchanges' })).toContainText(/300 Surprise coins.*3 bronze/)
    await underWay.getByRole('button', { name: /^Evidence: / }).click()
    await expect(underWay.getByRole('list', { name: 'Evidence' })).toContainText('asked the platform, attempt 1')
  })
  await act('Pause trading', 'looked into')
  await expect(file).toContainText('Trading is paused: looked into')
  await act('Resume trading', 'nothing found')
  await expect(file.getByRole('button', { name: 'Pause trading' })).toBeVisible()
  await act('Ban', 'sold the moon')
  await expect(file).toContainText(/Banned until .*: sold the moon/)
  await act('Lift the ban', 'the moon is back')
  await expect(file.getByRole('button', { name: 'Ban', exact: true })).toBeVisible()
  const ledger = page.getByRole('table', { name: 'Ledger' })
  await expect(ledger).toContainText('customer_support')
  await expect(ledger).toContainText(`−1 ${LOG_NAME}`)
  await expectAccessible(page, "a player's file")
  await page.getByRole('link', { name: 'Audit log' }).click()
  const log = page.getByRole('table', { name: 'Audit log' })
  await expect(log).toContainText('sold the moon')
  await select(page.getByRole('combobox', { name: 'Action' }), 'item.consume')
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await expect(log).not.toContainText('sold the moon')
  await expect(log.getByRole('row').nth(1)).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export (JSON lines)' }).click()
  expect((await saved).suggestedFilename()).toBe('audit.jsonl')
  await expectAccessible(page, 'the audit log')
  await page.setViewportSize({ width: 360, height: 700 })
  await expectNothingCut(page)
})

test('the ledger, the market and the economy report can be inspected', async ({ visitors }) => {
  const { url } = clutch()
  const steamId = await createSubject(url)
  const page = await openPanel(visitors, url)

  await test.step('the ledger leads from a filter to an operation', async () => {
    await page.getByRole('link', { name: 'Ledger', exact: true }).click()
    await page.getByLabel('Steam ID').fill(steamId)
    await page.getByLabel('Item ID').fill(String(PINE_LOG))
    await select(page.getByRole('combobox', { name: 'Kind' }), 'Customer support')
    await page.getByLabel('Item ID').press('Enter')
    const entries = page.getByRole('table', { name: 'Ledger' })
    await expect(entries).toContainText(`+3,000 ${LOG_NAME}`)
    await entries.getByRole('button', { name: /^Open/ }).first().click()
    await expect(page.getByRole('region', { name: 'Operation' })).toContainText(LOG_NAME)
    await expectAccessible(page, 'the ledger')
    await page.setViewportSize({ width: 360, height: 700 })
    await expectNothingCut(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('button', { name: 'Close', exact: true }).click()
  })

  await test.step('trading of an item is frozen, which players see at once, and resumed', async () => {
    await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Market' }).click()
    await page.getByLabel('Item ID').fill(String(PINE_LOG))
    await page.getByLabel('Reason (players see it)').fill('a broken recipe')
    await page.keyboard.press('Enter')
    const frozen = page.getByRole('table', { name: 'Paused items' })
    await expect(frozen).toContainText(`${LOG_NAME} (${PINE_LOG})`)
    await expectAccessible(page, 'stopped items')
    const player = await visitors.open()
    await enter(player, url, { steamId: newSteamId() })
    await openItem(player, url, PINE_LOG)
    const banner = player.getByText('Trading in this item is paused: a broken recipe')
    await expect(banner).toBeVisible()
    await frozen.getByRole('button', { name: `Resume trading: ${LOG_NAME}` }).click()
    await expect(banner).toBeHidden()
    await expect(page.getByText('No items are paused.')).toBeVisible()
    await player.context().close()
  })

  await test.step('the economy report accounts for every coin and lists each day', async () => {
    await page.getByRole('link', { name: 'Economy', exact: true }).click()
    const residual = page.locator('dl > div').filter({ hasText: 'Residual' })
    await expect(residual).toHaveText(/^Residual0Every coin is accounted for$/)
    await expect(page.getByRole('figure', { name: 'Money supply' }).locator('canvas')).toBeVisible()
    await page
      .getByRole('table', { name: 'Days' })
      .getByRole('button', { name: /^Open / })
      .first()
      .click()
    await expect(page.getByRole('table', { name: 'Faucets and sinks by kind' })).toContainText('Starter pack')
    await expectAccessible(page, 'the economy report')
    await page.getByRole('button', { name: '90 days' }).click()
    await expect(page).toHaveURL(/days=90/)
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Flows by kind and asset (CSV)' }).click()
    expect((await saved).suggestedFilename()).toBe('economy-flows.csv')
    await page.setViewportSize({ width: 360, height: 700 })
    await expectNothingCut(page)
    await page.setViewportSize({ width: 1440, height: 900 })
  })
})

test('a pack is compared with the loaded one, and a halted economy shows its reason', async ({ visitors }) => {
  const { url } = clutch()
  const page = await openPanel(visitors, url)

  await test.step('the loaded pack is shown, and another one is checked', async () => {
    await page.getByRole('link', { name: 'Content', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Loaded' })).toContainText('Mothlight Reach')
    await select(page.getByRole('combobox', { name: 'Folder' }), 'demo')
    await page.getByRole('button', { name: 'Check and compare' }).click()
    await expect(page.getByText('demo is identical to the loaded pack.')).toBeVisible(CHECKED_WITHIN)
    await expectAccessible(page, 'the content page')
    await page.setViewportSize({ width: 360, height: 700 })
    await expectNothingCut(page)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('a halted economy shows the violations and requires a reason to resume', async () => {
    await page.route('**/api/console/status', (route) =>
      route.fulfill({
        json: {
          frozen_since: 1_795_000_000,
          audited_at: null,
          outage_loss: null,
          outage_loss_ms: null,
          version: '0.1.0',
          schema: '0001-baseline',
          copy_of: 'https://market.example',
          backup_at: null,
          wal_archived_at: null,
          is_archiving_failing: false,
          parked_exchanges: 0,
          disabled_webhooks: 0,
          findings: [{ rule: 'conservation', detail: 'asset 0 sums to 777' }],
        },
      }),
    )
    await page.getByRole('link', { name: 'Player', exact: true }).click()
    const banner = page.getByRole('alert', { name: 'The economy is halted' })
    await expect(banner).toContainText('conservation: asset 0 sums to 777')
    await expect(banner.getByRole('button', { name: 'Check and resume' })).toBeDisabled()
    await expect(page.getByRole('alert', { name: 'This database is a copy' })).toContainText('https://market.example')
    await expectAccessible(page, 'the banners of a frozen economy and of a copy')
    await page.unroute('**/api/console/status')
    await expect(page.getByText(/^All economy checks passed/)).toBeVisible()
  })
})

test('a pack is checked, loaded with a reason, and applied at once to open pages', async ({ visitors }) => {
  const { url } = clutch()
  const player = await visitors.open()
  await enter(player, url, { steamId: newSteamId() })
  await openItem(player, url, PINE_LOG)
  const title = player.getByRole('region', { name: 'Selected item' }).getByRole('heading', { level: 2 })
  await expect(title).toHaveText(LOG_NAME)
  const stranger = await visitors.open()
  await openItem(stranger, url, COPPER_ORE)

  const page = await openPanel(visitors, url)
  await page.getByRole('link', { name: 'Content', exact: true }).click()
  await select(page.getByRole('combobox', { name: 'Folder' }), 'renamed')
  await page.getByRole('button', { name: 'Check and compare' }).click()
  await expect(page.getByRole('table', { name: 'What would change' })).toContainText('names', CHECKED_WITHIN)
  await expectAccessible(page, 'a pack that can be loaded')
  await page.getByRole('button', { name: 'Load this pack' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Load this pack' }).click()
  await expect(dialog).toContainText('Enter a reason.')
  await expectAccessible(page, 'the question before a pack is loaded')
  await dialog.getByLabel('Reason').fill('Second season')
  await dialog.getByRole('button', { name: 'Load this pack' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('region', { name: 'Loaded' })).toContainText('season-2')
  await expect(title).toHaveText('Stout Log')
  // Anonymous pages receive no event: they pick up the new pack with their next request, without a reload.
  await openItem(stranger, url, PINE_LOG)
  const seen = stranger.getByRole('region', { name: 'Selected item' }).getByRole('heading', { level: 2 })
  await expect(seen).toHaveText('Stout Log')

  const steamId = newSteamId()
  const [admin] = await Promise.all([Player.signIn(url, ADMIN), Player.signIn(url, steamId)])
  const given = { steam_id: steamId, item_id: SEALED_ERRAND, count: 1, idempotency_key: randomUUID() }
  await admin.call('POST /admin/add', given)
  await select(page.getByRole('combobox', { name: 'Folder' }), 'shorn')
  await page.getByRole('button', { name: 'Check and compare' }).click()
  await expect(page.getByRole('region', { name: 'Load this pack' })).toContainText('Sealed Errand', CHECKED_WITHIN)
  await expect(page.getByRole('button', { name: 'Load this pack' })).toBeDisabled()
  await page.setViewportSize({ width: 360, height: 700 })
  await expectNothingCut(page)

  // The other journeys use the original pack.
  const { pack, compared_with } = await admin.call('POST /admin/check-content', { folder: '' })
  const back = { folder: '', digest: pack?.digest ?? '', compared_with, reason: 'Back', idempotency_key: randomUUID() }
  await admin.call('POST /admin/load-content', back)
  await expect(title).toHaveText(LOG_NAME)
})

test('a compensation is previewed, given to every player once, and listed among the runs', async ({ visitors }) => {
  const { url } = clutch()
  const steamIds = [newSteamId(), newSteamId(), newSteamId()]
  const [anna] = await Promise.all(steamIds.map((steamId) => Player.signIn(url, steamId)))
  const page = await openPanel(visitors, url)
  await page.getByRole('link', { name: 'Compensation' }).click()
  await expect(page).toHaveTitle('Compensation · Clutch')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText('Enter at least one player')).toBeVisible()
  await page.getByLabel('Steam IDs, uuids or names').fill([...steamIds, steamIds[0], 'nobody at all'].join('\n'))
  await page.getByLabel('Surprise coins for each').fill('250')
  await page.getByLabel('Item ID 1').fill(String(PINE_LOG))
  await page.getByLabel('Count 1').fill('4')
  await page.keyboard.press('Enter')
  const preview = page.getByRole('form', { name: 'Preview' })
  await expect(preview.getByRole('heading', { name: 'Reaches 3 players' })).toBeVisible()
  await expect(preview).toContainText('Total: 750 Surprise coins, Pine Log ×12')
  await expect(preview).toContainText('1 entry names the same player again')
  await expect(preview).toContainText('nobody at all matches no player')
  await expectAccessible(page, 'the preview of a compensation')
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNothingCut(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await preview.getByLabel('Reason (kept in the audit log)').fill('the outage of Monday')
  await page.keyboard.press('Enter')
  const run = page.getByRole('table', { name: 'Runs' }).getByRole('row').nth(1)
  await expect(run).toContainText('the outage of Monday')
  await expect(run).toContainText('Done: 3 of 3')
  await expect(preview).toHaveCount(0)
  const { response } = (await anna?.call('POST /inventory/history', { filter_item_id: PINE_LOG })) ?? { response: [] }
  expect(response.map(({ operation_code }) => operation_code)).toContain('customer_support')
  await expectAccessible(page, 'runs of compensation')
})

test('a parked exchange shows its evidence and is decided, and a rejection is explained in words', async ({
  visitors,
}) => {
  const { url } = clutch()
  const steamId = await createSubject(url)
  const exchange = {
    id: randomUUID(),
    user_uuid: randomUUID(),
    steam_id: steamId,
    name: 'Anna',
    direction: 'from_steam',
    currency: 'bronze',
    store_count: 70,
    coins: 7_000,
    state: 'parked',
    created_at: 1_795_000_000,
    parked_at: 1_795_086_400,
    settled_at: null,
    why: 'no_room',
    requests: [40, 30].map((store_count, index) => ({
      request_id: `1777000000000000000${index}`,
      stack_id: String(index),
      store_count,
      coins: store_count * 100,
      state: index === 0 ? 'confirmed' : 'ambiguous',
      attempts: 1,
    })),
  }
  const steps = [
    { id: 3, at: 1_795_086_400, kind: 'parked', leg: null, detail: 'amount_too_large' },
    { id: 2, at: 1_795_000_060, kind: 'no_answer', leg: 1, detail: 'HTTP 502' },
    { id: 1, at: 1_795_000_000, kind: 'asked', leg: 1, detail: '1' },
  ]
  const page = await visitors.open()
  visitors.expectComplaint(/status of 400/)
  let parked = 1
  const status = { frozen_since: null, findings: [], audited_at: null, outage_loss: null, outage_loss_ms: null }
  await page.route('**/api/console/status', (route) => route.fulfill({ json: { ...status, parked_exchanges: parked } }))
  await page.route('**/api/admin/parked-exchanges', (route) => route.fulfill({ json: { response: [exchange] } }))
  await page.route('**/api/admin/exchange-evidence', (route) => route.fulfill({ json: { response: steps } }))
  await page.route('**/api/admin/decide-exchange', (route) =>
    route.fulfill({ status: 400, json: { code: 'amount_too_large', message: 'Amount too large', params: {} } }),
  )
  await enter(page, url, { steamId: ADMIN })
  await page.goto(`${url}${PANEL}/players`)
  await page.getByRole('link', { name: 'Exchanges 1' }).click()
  await expect(page).toHaveTitle('Parked exchanges · Clutch')
  const card = page.getByRole('region', { name: 'Exchange of Anna' })
  await expect(card).toContainText('70 bronze → into 7,000 Surprise coins')
  await expect(card).toContainText("the player's wallet has no room for them")
  await tabTo(page, card.getByText('Evidence'))
  await page.keyboard.press('Enter')
  await expect(card.getByRole('list', { name: 'Evidence' })).toContainText('no answer (request 2) (HTTP 502)')
  await expectAccessible(page, 'parked exchanges')
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNothingCut(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  await tabTo(page, card.getByRole('button', { name: 'Completed on Steam', exact: true }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Anna gets 3,000 Surprise coins for 30 bronze that the platform took.')
  await expect(dialog).toContainText('4,000 Surprise coins of earlier requests stay paid out.')
  await dialog.getByLabel('Reason (kept in the audit log)').fill('the platform says it is done')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('It stays parked; decide again once there is room.')
  await expectAccessible(page, 'the decision')
  parked = 0
  await page.unroute('**/api/admin/decide-exchange')
  await page.route('**/api/admin/decide-exchange', (route) => {
    expect(route.request().postDataJSON()).toMatchObject({ exchange_id: exchange.id, was_done: true })
    return route.fulfill({ json: { exchange: { ...exchange, state: 'settled' } } })
  })
  await dialog.getByRole('button', { name: 'Decide' }).click()
  await expect(page.getByText(/^Exchange of Anna: Settled\. Anna gets 3,000/)).toBeVisible()
  await expect(page.getByText('No exchange is parked.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Exchanges', exact: true })).toBeVisible()
})

test('a moderator settles a report, slows a channel down, and finds both in the log', async ({ visitors }) => {
  const { url } = clutch()
  const [moderatorId, rudeId] = [newSteamId(), newSteamId()]
  const [admin, moderator, rude, victim] = await Promise.all(
    [ADMIN, moderatorId, rudeId, newSteamId()].map((steamId) => Player.signIn(url, steamId)),
  )
  await admin?.call('POST /admin/set-role', { steam_id: moderatorId, role: 'moderator', reason: '' })
  for (const text of ['good evening', 'you scoundrels']) await rude?.call('POST /chat/send', { channel_id: '1', text })
  const { messages } = (await victim?.call('POST /chat/history', { channel_id: '1' })) ?? { messages: [] }
  const said = messages.find(({ text }) => text === 'you scoundrels')
  await victim?.call('POST /chat/report', { id: said?.id ?? 0, reason: 'He insults everybody' })
  const { user } = (await moderator?.call('GET /get_profile')) ?? {}
  expect(user?.roles).toEqual(['player', 'moderator'])

  const page = await visitors.open()
  await enter(page, url, { steamId: moderatorId })
  await page.goto(`${url}/inventory/page`)
  await pressInAccountMenu(page, 'Moderation')
  await expect(page).toHaveURL(`${url}${PANEL}/reports`)
  await expect(page).toHaveTitle('Reports · Clutch')
  await expect(page.getByRole('link', { name: 'Audit log' })).toHaveCount(0)

  await test.step('with the keyboard, a report is read with its context, acted on and closed', async () => {
    const card = page.getByRole('region', { name: /^Report of a message by/ })
    await expect(card).toContainText('He insults everybody')
    await tabTo(page, card.getByText('2 surrounding messages'))
    await page.keyboard.press('Enter')
    await expect(card.getByRole('listitem').filter({ hasText: 'good evening' })).toBeVisible()
    await expectAccessible(page, 'the reports')
    await tabTo(page, card.getByRole('button', { name: 'Remove message' }))
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Delete' }))
    await page.keyboard.press('Enter')
    await expect(card.getByText('The message has been removed.')).toBeVisible()
    await tabTo(page, card.getByRole('button', { name: /^Time out/ }))
    await page.keyboard.press('Enter')
    await page.getByLabel('Reason (shown to the player)').fill('Manners')
    await page.keyboard.press('Enter')
    await expect(page.getByText('is timed out')).toBeVisible()
    await tabTo(page, card.getByRole('button', { name: 'Resolve' }))
    await page.keyboard.press('Enter')
    await expect(page.getByText('No open reports.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Reports' })).toBeFocused()
  })

  await test.step('slow mode is set on a channel', async () => {
    await page.getByRole('link', { name: 'Chat channels' }).click()
    const wait = page.getByRole('combobox', { name: 'Slow mode of Lamp Square' })
    await select(wait, '30s')
    await expect(wait).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Lamp Square: 30s')).toBeVisible()
    const { response } = (await victim?.call('GET /chat/channels')) ?? { response: [] }
    expect(response.find(({ ID }) => ID === '1')?.slow_mode_sec).toBe(30)
    await expectAccessible(page, "the moderators' channels")
  })

  await test.step('the log records both, also on a phone', async () => {
    await page.getByRole('link', { name: 'Moderation log' }).click()
    const rows = page.getByRole('table', { name: 'Moderation log' }).getByRole('row')
    await expect(rows.nth(1)).toContainText(/Slow mode.*Lamp Square.*0 s → 30 s/s)
    await expect(rows.nth(2)).toContainText(/Report.*resolved/is)
    await expect(rows.nth(3)).toContainText(/Time-out.*Muted until.*Manners/s)
    await expect(rows.nth(4)).toContainText(/Message removed.*you scoundrels/s)
    await expectAccessible(page, 'the moderation log')
    await page.setViewportSize({ width: 320, height: 700 })
    await expectNothingCut(page)
    await page.getByRole('link', { name: 'Chat channels' }).click()
    await expect(page.getByLabel('Slow mode of Lamp Square')).toBeVisible()
    await expectNothingCut(page)
  })
})

test('news is written with a preview, never lost, shown on open pages, and withdrawn', async ({ visitors }) => {
  visitors.expectComplaint(/status of 409/)
  const { url } = clutch()
  const player = await visitors.open()
  await enter(player, url, { steamId: newSteamId() })
  await player.goto(url)
  const page = await openPanel(visitors, url)
  await page.getByRole('link', { name: 'News', exact: true }).click()
  await page.getByRole('button', { name: 'New announcement' }).click()
  const preview = page.getByRole('region', { name: /^As players see it: / })

  await test.step('missing fields are named, and the preview shows the chosen language or its fallback', async () => {
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByText('Enter the title in English or Russian.')).toBeVisible()
    await page.getByLabel('Title').fill('The Lantern Fair')
    await page.getByLabel('Text', { exact: true }).fill('Come with a [b]lantern[/b] <b>now</b>')
    await page.getByRole('group', { name: 'Features' }).getByRole('button', { name: 'Add a line' }).click()
    await page.getByLabel('Line 1', { exact: true }).fill('Free oil')
    await page.getByLabel('First day of the event (UTC)').fill('2027-04-15')
    await expect(preview.locator('strong')).toHaveText('lantern')
    await expect(preview).toContainText('<b>now</b>')
    await page.getByRole('button', { name: /^Русский/ }).click()
    await expect(page.getByLabel('Title')).toHaveAttribute('placeholder', 'The Lantern Fair')
    await page.getByLabel('Title').fill('Ярмарка фонарей')
    await expect(preview.getByRole('heading', { name: 'Ярмарка фонарей' })).toBeVisible()
    await expect(preview).toContainText('Free oil')
    await expect(preview).toContainText('С 15 апреля 2027')
    await expectAccessible(page, 'the editor of news')
    await page.setViewportSize({ width: 360, height: 700 })
    await expectNothingCut(page)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('leaving asks for confirmation, and the draft is offered again', async () => {
    await page.getByRole('link', { name: 'All entries' }).click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('button', { name: 'Continue: The Lantern Fair' }).click()
    await expect(page.getByLabel('Line 1', { exact: true })).toHaveValue('Free oil')
  })

  const headline = player.getByRole('heading', { name: 'The Lantern Fair' })
  await test.step('the news appears on an open page', async () => {
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(headline).toBeVisible()
    await expect(page.getByRole('table', { name: 'Your entries' })).toContainText('Shown')
    await expectAccessible(page, 'the list of news')
  })

  await test.step('of two operators who edit the same news the later one is warned and can continue with their text', async () => {
    await page.getByRole('button', { name: 'Edit: The Lantern Fair' }).click()
    await expect(page.getByLabel('Title')).toHaveValue('The Lantern Fair')
    const other = await Player.signIn(url, ADMIN)
    const [saved] = (await other.call('POST /admin/news', {})).response
    if (saved === undefined) throw new Error('nothing was saved')
    const { entry_id, version, content, visible_from } = saved
    const theirs = { entry_id, seen_version: version, content, visible_from, visible_until: 4_000_000_000 }
    await other.call('POST /admin/save-news', theirs)
    await page.getByLabel('Title').fill('The Great Lantern Fair')
    await page.getByRole('button', { name: 'Save' }).click()
    const conflict = page.getByRole('region', { name: 'Someone else has changed this entry' })
    await expect(conflict).toBeVisible()
    await expect(page.getByLabel('Title')).toHaveValue('The Great Lantern Fair')
    await conflict.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(player.getByRole('heading', { name: 'The Great Lantern Fair' })).toBeVisible()
  })

  await test.step('the news is withdrawn with a reason and can be restored', async () => {
    await page.getByRole('button', { name: 'Withdraw: The Great Lantern Fair' }).click()
    const question = page.getByRole('dialog', { name: 'Withdraw: The Great Lantern Fair' })
    await question.getByLabel('Reason').fill('too early')
    await question.getByRole('button', { name: 'Withdraw' }).click()
    await expect(player.getByRole('heading', { name: 'The Great Lantern Fair' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Restore: The Great Lantern Fair' })).toBeVisible()
  })
})
