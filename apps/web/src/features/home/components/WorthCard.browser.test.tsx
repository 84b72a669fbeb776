import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { FreshQueryClient } from '#shared/api/fresh-query-client.ts'
import home from '../../../locales/en/home.json'
import shell from '../../../locales/en/shell.json'
import { WorthCard } from './WorthCard.tsx'

beforeAll(() =>
  i18next.use(initReactI18next).init({ lng: 'en', defaultNS: 'shell', resources: { en: { home, shell } } }),
)

const ORES = { item_id: 1, free: 3, in_lots: 2, in_jobs: 0, fair_price: 100 }

async function draw(dailyWorth: readonly number[]) {
  const client = new FreshQueryClient()
  const coins = { free: 500, in_lots: 0 }
  client.setQueryData(['worth'], { coins, total: 1_000, byId: new Map([[1, ORES]]) })
  client.setQueryData(['portfolio'], {
    days: dailyWorth.map((net_worth) => ({ net_worth })),
    now: { net_worth: 1_000 },
  })
  const router = createRouter({
    routeTree: createRootRoute({ component: WorthCard }),
    history: createMemoryHistory(),
  })
  const screen = await render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return screen.getByRole('region', { name: 'Net worth' })
}

test('net worth has its total, its change over the days known and its parts, without empty ones', async () => {
  const card = await draw([1_250, 900])
  await expect.element(card.getByRole('link', { name: '1,000' })).toHaveAttribute('href', '/marketplace/portfolio')
  await expect.element(card.getByText('−250 in 2 days')).toHaveAttribute('data-trend', 'down')
  const parts = card.getByRole('list').getByRole('list').getByRole('listitem').elements()
  expect(parts.map((part) => part.textContent)).toEqual(['Coins500', 'Items on hand300', 'Items in lots200'])
})

test('net worth has no curve on the first day', async () => {
  const card = await draw([])
  await expect.element(card.getByText('The curve begins tomorrow.')).toBeVisible()
})
