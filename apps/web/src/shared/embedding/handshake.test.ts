import { beforeEach, describe, expect, test } from 'vitest'
import { createMemoryStorage } from '#shared/storage/memory-storage.ts'
import { startHandshake } from './handshake.ts'

const PARENT = 'https://game.example'
const FAVORITES = { type: 'clutch:favorite-recipes', recipes: [7, 3] }

let storage: Storage
let sent: unknown[][]
let listeners: ((event: MessageEvent) => void)[]
const parent = { postMessage: (...message: unknown[]) => void sent.push(message) }

beforeEach(() => {
  storage = createMemoryStorage()
  sent = []
  listeners = []
})

function start(parentOrigins: readonly string[], actualOrigin?: string) {
  const frame = {
    parent,
    addEventListener: (_: string, listener: unknown) => void listeners.push(listener as (event: MessageEvent) => void),
    removeEventListener: () => void listeners.pop(),
  }
  return startHandshake({ frame, parentOrigins, actualOrigin, storage })
}

function hear(parts: { readonly origin?: string; readonly source?: unknown; readonly data?: unknown }): string | null {
  const event = { origin: PARENT, source: parent, data: FAVORITES, ...parts }
  for (const listener of listeners) listener(event as MessageEvent)
  return storage.getItem('favoriteRecipes')
}

test("sends ready to the parent's exact origin", () => {
  start([PARENT, 'https://other.example'], PARENT)
  expect(sent).toEqual([[{ type: 'clutch:ready', version: 1 }, PARENT]])
})

test("sends ready to each allowed origin by name if the browser does not reveal the parent's", () => {
  start([PARENT, 'https://other.example'])
  expect(sent.map(([, origin]) => origin)).toEqual([PARENT, 'https://other.example'])
})

test("sends nothing if no origin is allowed or the parent's is not", () => {
  start([])
  start([PARENT], 'https://evil.example')
  expect(sent).toEqual([])
  expect(hear({ origin: 'https://evil.example' })).toBeNull()
})

test('stores the favourite recipes that the parent sends', () => {
  start([PARENT])
  expect(hear({})).toBe('[7,3]')
})

describe('ignores', () => {
  test.each(['https://evil.example', 'https://game.example.evil.example', 'http://game.example', 'null', ''])(
    'a message from the origin %j',
    (origin) => {
      start([PARENT])
      expect(hear({ origin })).toBeNull()
    },
  )

  test.each([[null], [{ postMessage: () => undefined }]])(
    'a message from another window of the right origin',
    (source) => {
      start([PARENT])
      expect(hear({ source })).toBeNull()
    },
  )

  test.each([['text'], [null], [{ type: 'clutch:ready' }], [{ ...FAVORITES, recipes: ['<b>'] }]])(
    'the message %j',
    (data) => {
      start([PARENT])
      expect(hear({ data })).toBeNull()
    },
  )
})

test('ignores messages once it has ended', () => {
  start([PARENT])()
  expect(hear({})).toBeNull()
})
