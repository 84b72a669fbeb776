import { expect, test } from 'vitest'
import { ApiError, NETWORK_ERROR } from './api-error.ts'
import type { ApiClient } from './client.ts'
import { createKeyedCommands } from './keyed-commands.ts'

const LOST = new ApiError(NETWORK_ERROR, 'No answer from the server')
const REFUSED = new ApiError('market_moved', 'The market moved', {}, 409)
const UNAVAILABLE = new ApiError('unavailable', 'Come back later', {}, 503)

const NAME = 'POST /marketplace/cancel-lot'
const LOT = { lot_uuid: '019ac5a5-0000-7000-8000-000000000001' }
const OTHER_LOT = { lot_uuid: '019ac5a5-0000-7000-8000-000000000002' }

/** Commands with the given outcomes, in order, and the keys they were sent with. */
function commandsEnding(...ends: readonly (Error | 'ok')[]) {
  const sent: string[] = []
  const command = async (_name: unknown, _body: unknown, key: string) => {
    const end = ends[sent.length] ?? 'ok'
    sent.push(key)
    if (end !== 'ok') throw end
    return {}
  }
  let made = 0
  const keyed = createKeyedCommands(command as ApiClient['command'], () => `key-${(made += 1)}`)
  const press = (body = LOT) => keyed.send(NAME, body).catch(() => undefined)
  return { sent, keyed, press }
}

test.each([LOST, UNAVAILABLE])('keeps the key for a repeat after a lost response: $message', async (lost) => {
  const { sent, press } = commandsEnding(lost, lost, 'ok')
  await press()
  await press()
  await press()
  expect(sent).toEqual(['key-1', 'key-1', 'key-1'])
})

test('makes a new key after a definite rejection', async () => {
  const { sent, press } = commandsEnding(REFUSED, 'ok')
  await press()
  await press()
  expect(sent).toEqual(['key-1', 'key-2'])
})

test('makes a new key after a repeat that got a response', async () => {
  const { sent, press } = commandsEnding(LOST, 'ok', 'ok')
  await press()
  await press()
  await press()
  expect(sent).toEqual(['key-1', 'key-1', 'key-2'])
})

test("never reuses one action's key for another", async () => {
  const { sent, press } = commandsEnding(LOST, 'ok')
  await press(LOT)
  await press(OTHER_LOT)
  expect(sent).toEqual(['key-1', 'key-2'])
})

test('gives each of two queued presses a key', async () => {
  const { sent, keyed } = commandsEnding(LOST, 'ok')
  const first = keyed.prepare(NAME, LOT)
  const second = keyed.prepare(NAME, LOT)
  await first().catch(() => undefined)
  await second()
  expect(sent).toEqual(['key-1', 'key-2'])
})

test('remembers the latest hundred lost responses and forgets older ones', async () => {
  const { sent, keyed, press } = commandsEnding(...Array.from({ length: 102 }, () => LOST))
  await press()
  for (let index = 0; index < 100; index += 1) {
    await keyed.send(NAME, { lot_uuid: `${LOT.lot_uuid}-${index}` }).catch(() => undefined)
  }
  await press()
  expect(sent.at(-1)).toBe('key-102')
})
