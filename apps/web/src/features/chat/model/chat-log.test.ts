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

test('history, live messages and older pages make one list, each message once', async () => {
  const log = new ChatLog(OWN_ID)
  await log.readNewest('a', async () => page([5, 6, 7], true))
  log.take(message(8))
  log.take(message(8))
  await log.readOlder('a', async () => page([2, 3, 4, 5], false))
  expect(idsOf(log, 'a')).toEqual([2, 3, 4, 5, 6, 7, 8])
  expect(nextOlderOf(log.state(), ['a'])).toBeUndefined()
})

test('after a gap only what reaches up to the newest page is kept', async () => {
  const log = new ChatLog(OWN_ID)
  await log.readNewest('a', async () => page([1, 2, 3], true))
  await log.readNewest('a', async () => page([8, 9], true))
  expect(idsOf(log, 'a')).toEqual([8, 9])
  await log.readNewest('a', async () => page([9, 10], true))
  expect(idsOf(log, 'a')).toEqual([8, 9, 10])
  expect(nextOlderOf(log.state(), ['a'])).toBe('a')
})

test('a message that came before the page it is newer than stays', async () => {
  const log = new ChatLog(OWN_ID)
  await log.readNewest('a', async () => page([1], false))
  log.take(message(3))
  await log.readNewest('a', async () => page([1, 2], false))
  expect(idsOf(log, 'a')).toEqual([1, 2, 3])
})

test('several channels are listed from where all of them are known', async () => {
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
  // The event that tells no difference comes after the one that does.
  log.bury(1, 'sender')
  expect(linesOf(log.state(), ['a'])[0]).toMatchObject({ message: { id: 1, text: '', deleted_by: 'moderator' } })
})

test('what somebody said is gone once he is blocked, and the others’ messages stay', async () => {
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

test('drafts stand last until they are sent', async () => {
  const log = new ChatLog(OWN_ID)
  await log.readNewest('a', async () => page([1], false))
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

test('whoever closes the chat and comes back reads anew, and finds what was not sent', async () => {
  const log = chatLogOf(OWN_ID)
  await log.readNewest('a', async () => page([1], false))
  log.addDraft({ key: 'k', channelId: 'a', text: 'mine', error: new Error('lost') })
  log.forgetMessages()
  const again = chatLogOf(OWN_ID)
  expect([isLoaded(again.state(), 'a'), idsOf(again, 'a')]).toEqual([false, ['mine']])
  // Another player of the same page does not.
  expect(chatLogOf('01890000-0000-7000-8000-000000000008').state().drafts).toEqual([])
})

test('a draft is listed once, however often it is tried, and where it was written', async () => {
  const log = new ChatLog(OWN_ID)
  for (const channel of ['a', 'b']) await log.readNewest(channel, async () => page([1], false, channel))
  const draft = { key: 'k', channelId: 'a', text: 'mine' }
  log.addDraft({ ...draft, error: new Error('lost') })
  log.addDraft({ ...draft, error: undefined })
  expect([idsOf(log, 'a'), idsOf(log, 'b')]).toEqual([[1, 'mine'], [1]])
  // The same was said in another channel: here it has not been.
  log.take({ ...message(2, 'b'), text: 'mine', user_uuid: OWN_ID })
  expect([idsOf(log, 'a'), idsOf(log, 'b')]).toEqual([
    [1, 'mine'],
    [1, 2],
  ])
})

test('what no longer fits is read again when one scrolls up, and what is known from its beginning is not', async () => {
  const log = new ChatLog(OWN_ID)
  await log.readNewest('a', async () => page([1, 2], false))
  await log.readNewest('a', async () => page([2, 3], true))
  expect([idsOf(log, 'a'), nextOlderOf(log.state(), ['a'])]).toEqual([[1, 2, 3], undefined])
  for (let id = 4; id <= 1_001; id += 1) log.take(message(id))
  expect([idsOf(log, 'a').length, idsOf(log, 'a')[0], nextOlderOf(log.state(), ['a'])]).toEqual([1_000, 2, 'a'])
})

test('what one has scrolled up to stays, however much is said meanwhile, for as long as what is said would', async () => {
  const log = new ChatLog(OWN_ID)
  await log.readNewest('a', async () => page([51, 52], true))
  for (let id = 53; id <= 1_050; id += 1) log.take(message(id))
  await log.readOlder('a', async () => page([49, 50], true))
  log.take(message(1_051))
  expect(idsOf(log, 'a')[0]).toBe(49)
  // Once the connection was lost and is there again as well.
  await log.readNewest('a', async () => page([1_051], true))
  for (let id = 1_052; id <= 2_050; id += 1) log.take(message(id))
  expect([idsOf(log, 'a').length, idsOf(log, 'a')[0]]).toEqual([2_002, 49])
  log.take(message(2_051))
  expect([idsOf(log, 'a').length, idsOf(log, 'a')[0]]).toEqual([2_002, 50])
})

test('what nobody has looked at is not kept', () => {
  const log = new ChatLog(OWN_ID)
  log.take(message(1))
  expect(isLoaded(log.state(), 'a')).toBe(false)
})

/** A page that was read before what happens in `meanwhile`, and arrives after it. */
const readBefore = (history: HistoryPage, meanwhile: () => void) => async () => {
  meanwhile()
  return history
}

test.each(['the first page', 'a page read anew'])(
  'what is said while %s is on its way is in the list',
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

test('what is deleted while a page is on its way is a tombstone, and its deletion by a moderator stays one', async () => {
  const log = new ChatLog(OWN_ID)
  const newest = readBefore(page([7, 8], true), () => {
    log.take(message(9))
    log.bury(8, 'moderator')
    log.bury(8, 'sender')
    log.bury(9, 'sender')
  })
  await log.readNewest('a', newest)
  // Of the two events about message 4 the first came before the page was asked for.
  const removed: ChatMessage = { ...message(4), text: '', deleted_by: 'moderator' }
  const history = { messages: [message(6), message(5), removed], has_more: false }
  const older = readBefore(history, () => {
    log.bury(4, 'sender')
    log.bury(5, 'sender')
  })
  await log.readOlder('a', older)
  const told = linesOf(log.state(), ['a']).map((line) => line.kind === 'message' && line.message)
  expect(told).toMatchObject([
    { id: 4, text: '', deleted_by: 'moderator' },
    { id: 5, text: '', deleted_by: 'sender' },
    { id: 6, text: 'text 6', deleted_by: null },
    { id: 7, text: 'text 7', deleted_by: null },
    { id: 8, text: '', deleted_by: 'moderator' },
    { id: 9, text: '', deleted_by: 'sender' },
  ])
})

test('whoever is blocked while a page is on its way is not in it', async () => {
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

test('a page that could not be read changes nothing, and the next one knows nothing of what came before it', async () => {
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
