import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { OtherTabs } from './other-tabs.ts'

const channels: BroadcastChannel[] = []
afterEach(() => {
  for (const channel of channels.splice(0)) channel.close()
})

/** A tab that has loaded its watchlist and its profile. */
function openTab() {
  const client = new QueryClient()
  client.setQueryData(['watchlist'], [])
  client.setQueryData(['profile'], {})
  const channel = new BroadcastChannel('test-tabs')
  channels.push(channel)
  const isOld = (key: string) => client.getQueryState([key])?.isInvalidated
  return { tabs: new OtherTabs(channel, client), isOld }
}

test('a star set in one tab is refetched by the others, and nothing else is', async () => {
  const [own, other] = [openTab(), openTab()]
  own.tabs.invalidate(['watchlist'])
  await expect.poll(() => other.isOld('watchlist')).toBe(true)
  expect([own.isOld('watchlist'), other.isOld('profile')]).toEqual([false, false])
})
