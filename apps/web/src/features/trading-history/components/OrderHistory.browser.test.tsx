import { QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { TRADING_HISTORY_KEY } from '#shared/account/own-lots.ts'
import { FreshQueryClient } from '#shared/api/fresh-query-client.ts'
import { catalogueQuery } from '#shared/catalogue/catalogue.ts'
import history from '../../../locales/en/history.json'
import market from '../../../locales/en/market.json'
import shell from '../../../locales/en/shell.json'
import { readHistoryView } from '../model/history-view.ts'
import { OrderHistory } from './OrderHistory.tsx'

beforeAll(() => i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { history, market, shell } } }))

const ARCHIVED_BEFORE = Date.UTC(2026, 0, 1, 12) / 1_000
const VIEW = readHistoryView({ types: 'sell_auto' })

function draw(entries: readonly object[] | undefined, archivedBefore: number) {
  const client = new FreshQueryClient()
  const empty = { version: '1', items: [], byId: new Map(), tagNames: new Map(), pictures: new Map() }
  client.setQueryData(catalogueQuery.queryKey, { ...empty, texts: 'all' })
  client.setQueryData([...TRADING_HISTORY_KEY, 'page', undefined, VIEW.types, null], entries)
  client.setQueryData(['inventory-archive'], { archived_before: archivedBefore })
  return render(
    <QueryClientProvider client={client}>
      <OrderHistory view={VIEW} onChange={() => undefined} />
    </QueryClientProvider>,
  )
}

const note = /^Entries from before January 1, 2026 are archived\.$/

test('the last page says before when entries are archived', async () => {
  const screen = await draw([], ARCHIVED_BEFORE)
  await expect.element(screen.getByText(note)).toBeVisible()
})

test('nothing is said of an archive without one, or before the page is known', async () => {
  const screen = await draw([], 0)
  await expect.element(screen.getByText('No trades match these filters.')).toBeVisible()
  expect(screen.getByText(/archived/).elements()).toEqual([])
  const loading = await draw(undefined, ARCHIVED_BEFORE)
  expect(loading.container.textContent).not.toMatch(/archived/)
})
