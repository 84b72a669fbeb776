import type { ChatMessage } from '@clutch/contract'
import { expect, test } from 'vitest'
import { ChatLog, isLoaded, linesOf, nextOlderOf } from './chat-log.ts'

const OWN_ID = '01890000-0000-7000-8000-000000000009'
const message = (id: number, channel_id = 'a'): ChatMessage => ({
  id,
  channel_id,
  user_uuid: '01890000-0000-7000-8000-000000000001',
  sender_name: 'Anna',
  text: `text ${id}`,
  sent_at: 1,
  deleted_by: null,
})
const page = (ids: readonly number[], has_more: boolean, channel = 'a') => ({
  messages: ids.toReversed().map((id) => message(id, channel)),
  has_more,
})
const idsOf = (log: ChatLog, ...channels: string[]) =>
  linesOf(log.state(), channels).map((line) => (line.kind === 'message' ? line.message.id : line.text))

test('history, live messages and older pages make one list, each message once', () => {
  const log = new ChatLog(OWN_ID)
  log.takeNewest('a', page([5, 6, 7], true))
  expect(log.take(message(8))).toBe(true)
  expect(log.take(message(8))).toBe(false)
  log.takeOlder('a', page([2, 3, 4, 5], false))
  expect(idsOf(log, 'a')).toEqual([2, 3, 4, 5, 6, 7, 8])
  expect(nextOlderOf(log.state(), ['a'])).toBeUndefined()
})

test('after a gap only what reaches up to the newest page is kept', () => {
  const log = new ChatLog(OWN_ID)
  log.takeNewest('a', page([1, 2, 3], true))
  log.takeNewest('a', page([8, 9], true))
  expect(idsOf(log, 'a')).toEqual([8, 9])
  log.takeNewest('a', page([9, 10], true))
  expect(idsOf(log, 'a')).toEqual([8, 9, 10])
  expect(nextOlderOf(log.state(), ['a'])).toBe('a')
})

test('a message that came before the page it is newer than stays', () => {
  const log = new ChatLog(OWN_ID)
  log.takeNewest('a', page([1], false))
  log.take(message(3))
  log.takeNewest('a', page([1, 2], false))
  expect(idsOf(log, 'a')).toEqual([1, 2, 3])
})

test('several channels are listed from where all of them are known', () => {
  const log = new ChatLog(OWN_ID)
  log.takeNewest('a', page([2, 6, 9], true))
  log.takeNewest('b', page([1, 5, 7], true, 'b'))
  expect(idsOf(log, 'a', 'b')).toEqual([2, 5, 6, 7, 9])
  expect(nextOlderOf(log.state(), ['a', 'b'])).toBe('a')
  log.takeOlder('a', page([], false))
  expect(idsOf(log, 'a', 'b')).toEqual([1, 2, 5, 6, 7, 9])
  expect(nextOlderOf(log.state(), ['a', 'b'])).toBe('b')
})

test('a tombstone keeps its place without its text', () => {
  const log = new ChatLog(OWN_ID)
  log.takeNewest('a', page([1, 2], false))
  log.bury(1, 'moderator')
  log.bury(77, 'moderator')
  // The event that tells no difference comes after the one that does.
  log.bury(1, 'sender')
  expect(linesOf(log.state(), ['a'])[0]).toMatchObject({ message: { id: 1, text: '', deleted_by: 'moderator' } })
})

test('what somebody said is gone once he is blocked, and the others’ messages stay', () => {
  const log = new ChatLog(OWN_ID)
  const rude = '01890000-0000-7000-8000-000000000002'
  log.takeNewest('a', page([1, 3], false))
  log.takeNewest('b', page([5], true, 'b'))
  log.take({ ...message(2), user_uuid: rude })
  log.take({ ...message(6, 'b'), user_uuid: rude })
  log.forgetSender(rude)
  expect([idsOf(log, 'a'), idsOf(log, 'b')]).toEqual([[1, 3], [5]])
  expect(nextOlderOf(log.state(), ['a', 'b'])).toBe('b')
})

test('drafts stand last until they are sent', () => {
  const log = new ChatLog(OWN_ID)
  log.takeNewest('a', page([1], false))
  log.addDraft({ key: 'k', channelId: 'a', text: 'mine', error: undefined })
  log.take(message(2))
  expect(idsOf(log, 'a')).toEqual([1, 2, 'mine'])
  log.failDraft('k', new Error('lost'))
  expect(linesOf(log.state(), ['a']).at(-1)).toMatchObject({ text: 'mine', error: { message: 'lost' } })
  // Somebody else says the same: what the player wrote has still not been sent.
  log.take({ ...message(3), text: 'mine' })
  expect(idsOf(log, 'a')).toEqual([1, 2, 3, 'mine'])
  log.take({ ...message(4), text: 'mine', user_uuid: OWN_ID })
  expect(idsOf(log, 'a')).toEqual([1, 2, 3, 4])
  log.failDraft('k', new Error('late'))
  expect(idsOf(log, 'a')).toEqual([1, 2, 3, 4])
})

test('what nobody has looked at is not kept', () => {
  const log = new ChatLog(OWN_ID)
  expect(log.take(message(1))).toBe(true)
  expect(isLoaded(log.state(), 'a')).toBe(false)
})
