import type { MarketHistoryType } from '@clutch/contract/constants'
import { QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { useState } from 'react'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { FreshQueryClient } from '#shared/api/fresh-query-client.ts'
import { catalogueQuery } from '#shared/catalogue/catalogue.ts'
import history from '../../../locales/en/history.json'
import { readHistoryView } from '../model/history-view.ts'
import { HistoryFilters } from './HistoryFilters.tsx'

beforeAll(() => i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { history } } }))

async function draw() {
  const client = new FreshQueryClient()
  const empty = { version: '1', items: [], byId: new Map(), tagNames: new Map(), pictures: new Map() }
  client.setQueryData(catalogueQuery.queryKey, { ...empty, texts: 'all' })
  const chosen: (readonly MarketHistoryType[])[] = []
  function Filters() {
    const [view, setView] = useState(readHistoryView({}))
    return (
      <HistoryFilters
        view={view}
        onChange={(change) => {
          const next = { ...view, ...(typeof change === 'function' ? change(view) : change) }
          chosen.push(next.types)
          setView(next)
        }}
      />
    )
  }
  const screen = await render(
    <QueryClientProvider client={client}>
      <Filters />
    </QueryClientProvider>,
  )
  return { screen, chosen }
}

test('the types of trades are pills in four groups, each with the name of its group', async () => {
  const { screen } = await draw()
  const groups = Array.from(screen.container.querySelectorAll('fieldset > div'), (group) => group.textContent)
  expect(groups).toEqual([
    'SoldListingInstantly',
    'BoughtListingInstantly',
    'CancelledSell lotBuy lot',
    'ExchangedTo store coinsFrom store coins',
  ])
  await expect.element(screen.getByRole('button', { name: 'Bought Listing', exact: true })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Cancelled Sell lot', exact: true })).toBeVisible()
})

test('pills of several groups are chosen together by keyboard', async () => {
  const { screen, chosen } = await draw()
  screen.getByRole('button', { name: 'Sold Listing' }).element().focus()
  await userEvent.keyboard(' {Tab}{Tab} ')
  expect(chosen).toEqual([['sell_auto'], ['sell_auto', 'buy_auto']])
  expect(screen.getByRole('button', { pressed: true }).elements()).toHaveLength(2)
  await userEvent.keyboard(' ')
  expect(chosen.at(-1)).toEqual(['sell_auto'])
})
