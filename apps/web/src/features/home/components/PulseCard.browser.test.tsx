import { QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { FreshQueryClient } from '#shared/api/fresh-query-client.ts'
import shell from '../../../locales/en/shell.json'
import { PulseCard } from './PulseCard.tsx'

beforeAll(() => i18next.use(initReactI18next).init({ lng: 'en', defaultNS: 'shell', resources: { en: { shell } } }))

async function draw(query: { readonly isPending?: boolean; readonly error?: Error }, rows: readonly string[] = []) {
  const refetch = vi.fn<() => void>()
  const screen = await render(
    <QueryClientProvider client={new FreshQueryClient()}>
      <PulseCard
        title="Movers"
        query={{ isPending: false, error: null, refetch, ...query }}
        isEmpty={rows.length === 0}
        emptyText="Nothing moved."
        rows={3}
      >
        {rows.map((row) => (
          <li key={row}>{row}</li>
        ))}
      </PulseCard>
    </QueryClientProvider>,
  )
  return { card: screen.getByRole('region', { name: 'Movers' }), refetch }
}

test('a loading card has the place of the rows that are expected, and does not say that it is empty', async () => {
  const { card } = await draw({ isPending: true })
  const place = card.getByRole('status', { name: 'Loading' })
  await expect.element(place).toBeVisible()
  expect(place.element().children).toHaveLength(3)
  expect(card.getByText('Nothing moved.').elements()).toEqual([])
})

test('a card that has failed to load offers to retry', async () => {
  const { card, refetch } = await draw({ error: new Error('offline') })
  await userEvent.click(card.getByRole('alert').getByRole('button', { name: 'Try again' }))
  expect(refetch).toHaveBeenCalledOnce()
})

test('a card whose refetch has failed keeps its rows', async () => {
  const { card } = await draw({ error: new Error('offline') }, ['Copper Ore'])
  await expect.element(card.getByRole('listitem')).toHaveTextContent('Copper Ore')
  expect(card.getByRole('alert').elements()).toEqual([])
})
