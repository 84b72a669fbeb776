import { randomUUID } from 'node:crypto'
import { expectAccessible } from '../support/accessibility.ts'
import { enter, expect, serveClutch, test } from '../support/journey.ts'
import { tabTo } from '../support/keyboard.ts'
import { expectNothingCut } from '../support/phone.ts'

const ADMIN = '76561198000000118'
const PANEL = '/back-office/the-admin'

const clutch = serveClutch({ settings: { ADMIN_STEAM_IDS: ADMIN, ADMIN_PATH: PANEL } })

test('a compensation run is stopped with a reason, shows its progress, and continues when it is resumed', async ({
  visitors,
}) => {
  const { url } = clutch()
  // A real run is finished before the confirmation has been read.
  const run = {
    id: randomUUID(),
    started_at: 1_795_000_000,
    ended_at: null as number | null,
    stopped_at: null as number | null,
    operator_name: 'Boris',
    reason: 'the outage of Monday',
    coins: 250,
    items: [],
    players: 600,
    granted: 100,
    refused: 0,
  }
  const page = await visitors.open()
  visitors.expectComplaint(/status of 409/)
  await page.route('**/api/admin/compensation/runs', (route) => route.fulfill({ json: { response: [run] } }))
  await page.route('**/api/console/compensation-progress', (route) =>
    route.fulfill({ json: { response: run.ended_at === null ? [run] : [] } }),
  )
  const keys: string[] = []
  for (const verb of ['stop', 'resume']) {
    await page.route(`**/api/admin/compensation/${verb}`, (route) => {
      const body = route.request().postDataJSON() as { idempotency_key: string }
      expect(body).toMatchObject({ run_id: run.id, reason: `${verb}: a slip` })
      keys.push(body.idempotency_key)
      Object.assign(run, verb === 'stop' ? { stopped_at: 1_795_000_060, granted: 120 } : { stopped_at: null })
      return route.fulfill({ json: { run } })
    })
  }
  await enter(page, url, { steamId: ADMIN })
  await page.goto(`${url}${PANEL}/compensation`)
  const row = page.getByRole('table', { name: 'Runs' }).getByRole('row').nth(1)
  await expect(row).toContainText('100 of 600')
  await tabTo(page, row.getByRole('button', { name: 'Stop' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Stop “the outage of Monday”?' })
  await expect(dialog).toContainText('100 of 600 have received it and keep it.')
  await dialog.getByRole('button', { name: 'Stop' }).click()
  await expect(dialog).toContainText('Please give a reason.')
  await expectAccessible(page, 'the question before a stop')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNothingCut(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await dialog.getByLabel('Reason (kept in the audit log)').fill('stop: a slip')
  await page.keyboard.press('Enter')
  await expect(row).toContainText('Stopped after 120 of 600')
  await expect(dialog).toHaveCount(0)
  await expectAccessible(page, 'a stopped run')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNothingCut(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  await row.getByRole('button', { name: 'Resume' }).click()
  const question = page.getByRole('dialog', { name: 'Resume “the outage of Monday”?' })
  await question.getByLabel('Reason (kept in the audit log)').fill('resume: a slip')
  await page.keyboard.press('Enter')
  await expect(row).not.toContainText('Stopped')
  await expect(row.getByRole('button', { name: 'Stop' })).toBeVisible()
  expect(new Set(keys).size).toBe(2)

  await row.getByRole('button', { name: 'Stop' }).click()
  await page.unroute('**/api/admin/compensation/stop')
  await page.route('**/api/admin/compensation/stop', (route) => {
    Object.assign(run, { ended_at: 1_795_000_120, granted: 600 })
    const message = 'The run has ended: everyone received it'
    return route.fulfill({ status: 409, json: { code: 'run_ended', message, params: {} } })
  })
  await dialog.getByLabel('Reason (kept in the audit log)').fill('too late')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('The run has ended: everyone received it')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(row).toContainText('Done: 600 of 600')
  await expect(row.getByRole('button', { name: 'Stop' })).toHaveCount(0)
})
