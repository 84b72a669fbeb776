import { expect, it } from 'vitest'
import { succeed } from '@clutch/economy'
import { BatchDecisions } from './batch-decisions.ts'
import type { Channel } from './channels.ts'
import type { Draft } from './draft.ts'

const ANNA = 'anna'
const BORIS = 'boris'
const FORBIDDEN = 'a bad word'
const PUBLIC: Channel = {
  id: '1',
  kind: 'public',
  inPack: {
    id: 1,
    names: { en: '', ja: '', pt: '', ru: '', tr: '', zh: '' },
    color: '',
    writers: 'everybody',
    slowModeSec: 0,
  },
}

/** A batch of one sender without earlier messages, after message 10. */
function batch(slowModeSec = 0, isModerator = false) {
  const sender = {
    name: 'Anna',
    isModerator,
    blockedBy: [BORIS],
    timeOut: undefined,
    latest: [],
    lastInChannelMs: new Map<string, number>(),
  }
  const senders = new Map([[ANNA, sender]])
  const slowModes = new Map([[PUBLIC.id, slowModeSec]])
  const decisions = new BatchDecisions({ earlier: new Map(), senders, slowModes, lastId: 10, revision: 1 }, 1_000_000)
  const send = (text: string, key?: string) => {
    const draft: Draft = {
      senderId: ANNA,
      content: succeed({ channel: PUBLIC, text, isForbidden: text === FORBIDDEN }),
      request: key === undefined ? undefined : { ownerId: ANNA, key, requestHash: text },
    }
    const result = decisions.decide(draft)
    return result.ok ? result.value.message.id : result.error.code
  }
  return { decisions, send }
}

it('sends a repeated message once, and rejects another text under the same key', () => {
  const { decisions, send } = batch()
  expect([send('hello', 'a'), send('hello', 'a'), send('good-bye', 'a'), send('good-bye', 'b')]).toEqual([
    11,
    11,
    'idempotency_conflict',
    12,
  ])
  expect(decisions.written.map(({ message: { id, text } }) => [id, text])).toEqual([
    [11, 'hello'],
    [12, 'good-bye'],
  ])
  expect(decisions.outcomes().map(({ request }) => request.key)).toEqual(['a', 'b'])
})

it('counts each message towards the limits of later ones in the same batch', () => {
  const { send } = batch()
  expect([send('hello'), send('hello')]).toEqual([11, 'repeated_message'])
  expect(['first', 'second', 'third', 'last one', 'too much'].map((text) => send(text))).toEqual([
    12,
    13,
    14,
    15,
    'too_many_messages',
  ])
  const slow = batch(30)
  expect([slow.send('hello'), slow.send('and again')]).toEqual([11, 'slow_mode'])
})

it('accepts forbidden words from moderators only, and hides messages from players who blocked the sender', () => {
  expect(batch().send(FORBIDDEN)).toBe('forbidden_words')
  const { decisions, send } = batch(0, true)
  expect(send(FORBIDDEN)).toBe(11)
  expect(decisions.written.map(({ hiddenFrom }) => hiddenFrom)).toEqual([[BORIS]])
})
