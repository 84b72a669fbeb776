import type { Invitation, Trade } from '@clutch/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { FreshQueryClient } from '#shared/api/fresh-query-client.ts'
import shell from '../../../locales/en/shell.json'
import social from '../../../locales/en/social.json'
import { friendsQuery } from '../api/social.ts'
import { invitationsQuery, tradesQuery } from '../api/waiting.ts'
import { chooseTab, setPanelOpen } from '../model/social-store.ts'
import { SocialPanel } from './SocialPanel.tsx'

beforeAll(() =>
  i18next.use(initReactI18next).init({ lng: 'en', defaultNS: 'shell', resources: { en: { shell, social } } }),
)
beforeEach(() => chooseTab('friends'))

const invitation = (direction: 'in' | 'out'): Invitation => ({ user_uuid: 'u1', name: 'Ada', direction, created_at: 0 })
const TRADE = {
  id: 't1',
  opponent_uuid: 'u2',
  opponent_name: 'Bo',
  opponent_status: 'open',
  my_status: 'open',
  expires_at: 0,
} as unknown as Trade

/** Opens the panel; the lists arrive with `load`. */
async function open() {
  const client = new FreshQueryClient()
  client.setQueryData(friendsQuery.queryKey, [])
  setPanelOpen(true)
  const screen = await render(
    <QueryClientProvider client={client}>
      <SocialPanel />
    </QueryClientProvider>,
  )
  const load = (invitations: readonly Invitation[], trades: readonly Trade[]) => {
    client.setQueryData(invitationsQuery.queryKey, invitations)
    client.setQueryData(tradesQuery.queryKey, trades)
  }
  const tab = (name: string) => screen.getByRole('tab', { name })
  return { load, tab }
}

test('the panel opens at a received invitation, before open trades', async () => {
  const { load, tab } = await open()
  load([invitation('in')], [TRADE])
  await expect.element(tab('Invitations 1')).toHaveAttribute('aria-selected', 'true')
})

test('the panel opens at an open trade', async () => {
  const { load, tab } = await open()
  load([invitation('out')], [TRADE])
  await expect.element(tab('Trades 1')).toHaveAttribute('aria-selected', 'true')
})

test('the panel opens at the last tab when only the player’s own invitations wait', async () => {
  chooseTab('search')
  const { load, tab } = await open()
  load([invitation('out')], [])
  await expect.element(tab('Invitations 1')).toBeVisible()
  await expect.element(tab('Search')).toHaveAttribute('aria-selected', 'true')
})

test('a tab chosen before the lists have loaded stays, and so does one shown when something new arrives', async () => {
  const { load, tab } = await open()
  await userEvent.click(tab('Search'))
  load([], [TRADE])
  await expect.element(tab('Trades 1')).toBeVisible()
  await expect.element(tab('Search')).toHaveAttribute('aria-selected', 'true')
  load([invitation('in')], [TRADE])
  await expect.element(tab('Invitations 1')).toBeVisible()
  await expect.element(tab('Search')).toHaveAttribute('aria-selected', 'true')
})
