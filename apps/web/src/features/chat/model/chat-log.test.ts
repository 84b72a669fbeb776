import type { ChatMessage } from '@clutch/contract'
import { expect, test } from 'vitest'
import { ChatLog, chatLogOf, isLoaded, linesOf, newestIdOf, nextOlderOf, type HistoryPage } from './chat-log.ts'

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

test('history, live messages and older pages merge into one list without duplicates', async () => {
  const log = new ChatLog(OWN_ID)
  await log.readNewest('a', async () => page([5, 6, 7], true))
  log.take(message(8))
  log.take(message(8))
  await log.readOlder('a', async () => page([2, 3, 4, 5], false))
  expect(idsOf(log, 'a')).toEqual([2, 3, 4, 5, 6, 7, 8])
  expect(nextOlderOf(log.state(), ['a'])).toBeUndefined()
})

test('after a gap only messages connected to the newest page are kept', async () => {
  const log = new ChatLog(OWN_ID)
  await log.readNewest('a', async () => page([1, 2, 3], true))
  await log.readNewest('a', async () => page([8, 9], true))
  expect(idsOf(log, 'a')).toEqual([8, 9])
  await log.readNewest('a', async () => page([9, 10], true))
  expect(idsOf(log, 'a')).toEqual([8, 9, 10])
  expect(nextOlderOf(log.state(), ['a'])).toBe('a')
})

test('a live message that is newer than an arriving page stays', async () => {
  const log = new ChatLog(OWN_ID)
  await log.readNewest('a', async () => page([1], false))
  log.take(message(3))
  await log.readNewest('a', async () => page([1, 2], false))
  expect(idsOf(log, 'a')).toEqual([1, 2, 3])
})

test('several channels are listed from where all of them are loaded', async () => {
  const log = new ChatLog(OWN_ID)
  await log.readNewest('a', async () => page([2, 6, 9], true))
  await log.readNewest('b', async () => page([1, 5, 7], true, 'b'))
  expect(idsOf(log, 'a', 'b')).toEqual([2, 5, 6, 7, 9])
  expect(nextOlderOf(log.state(), ['a', 'b'])).toBe('a')
  await log.readOlder('a', async () => page([], false))
  expect(idsOf(log, 'a', 'b')).toEqual([1, 2, 5, 6, 7, 9])
  expect(nextOlderOf(log.state(), ['a', 'b'])).toBe('b')
})

test('a tombstone keeps its place without its text', async () => {
  const log = new ChatLog(OWN_ID)
  await log.readNewest('a', async () => page([1, 2], false))
  log.bury(1, 'moderator')
  log.bury(77, 'moderator')
  // Of two events about one message the later one changes nothing.
  log.bury(1, 'sender')
  expect(linesOf(log.state(), ['a'])[0]).toMatchObject({ message: { id: 1, text: '', deleted_by: 'moderator' } })
})

test("a blocked player's messages are removed, and the others’ stay", async () => {
  const log = new ChatLog(OWN_ID)
  const rude = '01890000-0000-7000-8000-000000000002'
  await log.readNewest('a', async () => page([1, 3], false))
  await log.readNewest('b', async () => page([5], true, 'b'))
  log.take({ ...message(2), user_uuid: rude })
  log.take({ ...message(6, 'b'), user_uuid: rude })
  log.forgetSender(rude)
  expect([idsOf(log, 'a'), idsOf(log, 'b')]).toEqual([[1, 3], [5]])
  expect(nextOlderOf(log.state(), ['a', 'b'])).toBe('b')
})

test('drafts are last until they are sent', async () => {
  const log = new ChatLog(OWN_ID)
  await log.readNewest('a', async () => page([1], false))
  log.addDraft({ key: 'k', channelId: 'a', text: 'mine', error: undefined })
  log.take(message(2))
  expect(idsOf(log, 'a')).toEqual([1, 2, 'mine'])
  log.failDraft('k', new Error('lost'))
  expect(linesOf(log.state(), ['a']).at(-1)).toMatchObject({ text: 'mine', error: { message: 'lost' } })
  // The same text by another player: the draft is still unsent.
  log.take({ ...message(3), text: 'mine' })
  expect(idsOf(log, 'a')).toEqual([1, 2, 3, 'mine'])
  log.take({ ...message(4), text: 'mine', user_uuid: OWN_ID })
  expect(idsOf(log, 'a')).toEqual([1, 2, 3, 4])
  log.failDraft('k', new Error('late'))
  expect(idsOf(log, 'a')).toEqual([1, 2, 3, 4])
})

test('reopening the chat refetches messages and keeps unsent drafts', async () => {
  const log = chatLogOf(OWN_ID)
  await log.readNewest('a', async () => page([1], false))
  log.addDraft({ key: 'k', channelId: 'a', text: 'mine', error: new Error('lost') })
  log.forgetMessages()
  const again = chatLogOf(OWN_ID)
  expect([isLoaded(again.state(), 'a'), idsOf(again, 'a')]).toEqual([false, ['mine']])
  // Another player on the same page does not see them.
  expect(chatLogOf('01890000-0000-7000-8000-000000000008').state().drafts).toEqual([])
})

test('a draft is listed once, however often it is retried, in its channel', async () => {
  const log = new ChatLog(OWN_ID)
  for (const channel of ['a', 'b']) await log.readNewest(channel, async () => page([1], false, channel))
  const draft = { key: 'k', channelId: 'a', text: 'mine' }
  log.addDraft({ ...draft, error: new Error('lost') })
  log.addDraft({ ...draft, error: undefined })
  expect([idsOf(log, 'a'), idsOf(log, 'b')]).toEqual([[1, 'mine'], [1]])
  // The same text in another channel: this draft is still unsent.
  log.take({ ...message(2, 'b'), text: 'mine', user_uuid: OWN_ID })
  expect([idsOf(log, 'a'), idsOf(log, 'b')]).toEqual([
    [1, 'mine'],
    [1, 2],
  ])
})

test('trimmed messages are refetched on scrolling up, but not beyond a known beginning', async () => {
  const log = new ChatLog(OWN_ID)
  await log.readNewest('a', async () => page([1, 2], false))
  await log.readNewest('a', async () => page([2, 3], true))
  expect([idsOf(log, 'a'), nextOlderOf(log.state(), ['a'])]).toEqual([[1, 2, 3], undefined])
  for (let id = 4; id <= 1_001; id += 1) log.take(message(id))
  expect([idsOf(log, 'a').length, idsOf(log, 'a')[0], nextOlderOf(log.state(), ['a'])]).toEqual([1_000, 2, 'a'])
})

test('messages loaded by scrolling up stay while new ones arrive, as long as those fit', async () => {
  const log = new ChatLog(OWN_ID)
  await log.readNewest('a', async () => page([51, 52], true))
  for (let id = 53; id <= 1_050; id += 1) log.take(message(id))
  await log.readOlder('a', async () => page([49, 50], true))
  log.take(message(1_051))
  expect(idsOf(log, 'a')[0]).toBe(49)
  // Also after a lost connection has returned.
  await log.readNewest('a', async () => page([1_051], true))
  for (let id = 1_052; id <= 2_050; id += 1) log.take(message(id))
  expect([idsOf(log, 'a').length, idsOf(log, 'a')[0]]).toEqual([2_002, 49])
  log.take(message(2_051))
  expect([idsOf(log, 'a').length, idsOf(log, 'a')[0]]).toEqual([2_002, 50])
})

test('messages of channels not opened are not stored', () => {
  const log = new ChatLog(OWN_ID)
  log.take(message(1))
  expect(isLoaded(log.state(), 'a')).toBe(false)
})

/** A page that was read before the events in `meanwhile`, and arrives after them. */
const readBefore = (history: HistoryPage, meanwhile: () => void) => async () => {
  meanwhile()
  return history
}

test.each(['the first page', 'a refetched page'])(
  'a message posted while %s is loading is in the list',
  async (which) => {
    const log = new ChatLog(OWN_ID)
    if (which !== 'the first page') await log.readNewest('a', async () => page([1], false))
    const read = readBefore(page([1, 2], false), () => {
      log.take(message(4))
      log.take(message(3))
      log.take(message(2))
      log.take(message(5, 'b'))
    })
    await log.readNewest('a', read)
    expect(idsOf(log, 'a')).toEqual([1, 2, 3, 4])
    expect(newestIdOf(log.state(), 'a')).toBe(4)
  },
)

test("a message deleted while a page is loading is a tombstone, and a moderator's deletion stays one", async () => {
  const log = new ChatLog(OWN_ID)
  const newest = readBefore(page([7, 8], true), () => {
    log.take(message(9))
    log.bury(8, 'moderator')
    log.bury(8, 'sender')
    log.bury(9, 'sender')
  })
  await log.readNewest('a', newest)
  // Of the two events about message 4 the first came before the page was requested.
  const removed: ChatMessage = { ...message(4), text: '', deleted_by: 'moderator' }
  const history = { messages: [message(6), message(5), removed], has_more: false }
  const older = readBefore(history, () => {
    log.bury(4, 'sender')
    log.bury(5, 'sender')
  })
  await log.readOlder('a', older)
  const shown = linesOf(log.state(), ['a']).map((line) => line.kind === 'message' && line.message)
  expect(shown).toMatchObject([
    { id: 4, text: '', deleted_by: 'moderator' },
    { id: 5, text: '', deleted_by: 'sender' },
    { id: 6, text: 'text 6', deleted_by: null },
    { id: 7, text: 'text 7', deleted_by: null },
    { id: 8, text: '', deleted_by: 'moderator' },
    { id: 9, text: '', deleted_by: 'sender' },
  ])
})

test('a player blocked while a page is loading is not in it', async () => {
  const log = new ChatLog(OWN_ID)
  const rude = '01890000-0000-7000-8000-000000000002'
  const history = { messages: [{ ...message(2), user_uuid: rude }, message(1)], has_more: false }
  const read = readBefore(history, () => {
    log.take({ ...message(3), user_uuid: rude })
    log.forgetSender(rude)
  })
  await log.readNewest('a', read)
  expect(idsOf(log, 'a')).toEqual([1])
})

test('a failed page changes nothing, and the next one is independent of it', async () => {
  const log = new ChatLog(OWN_ID)
  const failing = async () => {
    log.take(message(1))
    throw new Error('away')
  }
  await expect(log.readNewest('a', failing)).rejects.toThrow('away')
  expect(isLoaded(log.state(), 'a')).toBe(false)
  await log.readNewest('a', async () => page([3], true))
  expect(idsOf(log, 'a')).toEqual([3])
})
