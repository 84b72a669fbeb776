import { succeed } from '@clutch/economy'
import { expect, it } from 'vitest'
import type { Draft } from './draft.ts'
import { KnownFacts } from './known-facts.ts'
import type { MessageFacts } from './message-facts.ts'
import type { Sender } from './senders.ts'

/** A message in the private channel of two friends. */
function draft(senderId: string, id = 'a'): Draft {
  const channel = { id, kind: 'private', members: [senderId, 'friend'] } as const
  return { senderId, content: succeed({ channel, text: '', isForbidden: false }), request: undefined }
}

function sender(...channelIds: string[]): Sender {
  return {
    name: '',
    isModerator: false,
    blockedBy: [],
    timeOut: undefined,
    latest: [],
    lastInChannelMs: new Map(channelIds.map((id) => [id, 0])),
  }
}

function facts(lastId: number, revision: number, senders: Record<string, Sender>): MessageFacts {
  return { earlier: new Map(), senders: new Map(Object.entries(senders)), slowModes: new Map(), lastId, revision }
}

const message = (id: number, user_uuid = 'anna') =>
  ({ id, user_uuid, channel_id: 'b', text: `text ${id}`, sender_name: '', sent_at: 0, deleted_by: null }) as const

it('knows senders of earlier batches in the loaded channels, as of the newest message', () => {
  const known = new KnownFacts()
  expect(known.find([draft('anna')])).toBeUndefined()
  known.keep(facts(7, 3, { anna: sender('a') }), 9)
  expect(known.find([draft('anna')])).toMatchObject({ lastId: 9, revision: 3 })
  expect(known.find([draft('anna', 'b')])).toBeUndefined()
  expect(known.find([draft('anna'), draft('boris')])).toBeUndefined()
})

it('merges facts of the same snapshot, and discards those of another', () => {
  const known = new KnownFacts()
  known.keep(facts(7, 3, { anna: sender('a') }), 7)
  known.keep(facts(7, 3, { anna: sender('b'), boris: sender('a') }), 8)
  expect(known.find([draft('anna', 'a'), draft('anna', 'b'), draft('boris')])).toBeDefined()
  known.keep(facts(8, 4, { boris: sender('a') }), 8)
  expect(known.find([draft('boris')])).toMatchObject({ revision: 4 })
  expect(known.find([draft('anna')])).toBeUndefined()
  known.keep(facts(9, 4, { carla: sender('a') }), 9)
  expect(known.find([draft('boris')])).toBeUndefined()
})

it('applies the next message of another server, and none twice', () => {
  const known = new KnownFacts()
  const anna = sender('a')
  known.keep(facts(7, 3, { anna }), 7)
  known.note(message(7), 500)
  known.note(message(8), 1_000)
  known.note(message(9, 'boris'), 2_000)
  known.note(message(8), 3_000)
  expect(known.find([draft('anna', 'b')])).toMatchObject({ lastId: 9 })
  expect(anna.latest).toEqual([{ channelId: 'b', text: 'text 8', sentAtMs: 1_000 }])
  expect(anna.lastInChannelMs.get('b')).toBe(1_000)
})

it('discards everything after a missed message', () => {
  const known = new KnownFacts()
  known.keep(facts(7, 3, { anna: sender('a') }), 7)
  known.note(message(9), 0)
  expect(known.find([draft('anna')])).toBeUndefined()
})

it('caches the thousand most recent senders', () => {
  const known = new KnownFacts()
  for (let place = 0; place < 1_000; place += 1) known.keep(facts(place, 0, { [`${place}`]: sender('a') }), place + 1)
  known.keep(facts(1_000, 0, { 0: sender('a') }), 1_000)
  known.keep(facts(1_000, 0, { more: sender('a') }), 1_000)
  expect(known.find([draft('0'), draft('2'), draft('999'), draft('more')])).toBeDefined()
  expect(known.find([draft('1')])).toBeUndefined()
})
