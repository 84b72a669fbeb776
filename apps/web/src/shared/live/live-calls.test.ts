import { beforeEach, describe, expect, test } from 'vitest'
import { FakeClock } from '../testing/fake-clock.ts'
import { ANSWER_TIMEOUT_MS, LiveCalls } from './live-calls.ts'

const NAME = 'POST /marketplace/cancel-lot'

let clock: FakeClock
let isOpen: boolean
let sent: { id: number; name: string; idempotencyKey: string; body: string }[]
let calls: LiveCalls

beforeEach(() => {
  clock = new FakeClock()
  isOpen = true
  sent = []
  calls = new LiveCalls(clock, (message) => {
    if (isOpen) sent.push(...((message.calls ?? []) as typeof sent))
    return isOpen
  })
})

const answer = (id: number, status: number, body: unknown) =>
  calls.receive([{ $typeName: 'clutch.live.v1.CallAnswer', id, status, body: JSON.stringify(body) }])

describe('a command over the live connection', () => {
  test('carries its name, body and key, and is answered by its number, in any order', async () => {
    const first = calls.send(NAME, { lot_uuid: 'a' }, 'key-a')
    const second = calls.send(NAME, { lot_uuid: 'b' }, 'key-b')
    expect(sent).toMatchObject([
      { name: NAME, idempotencyKey: 'key-a', body: '{"lot_uuid":"a"}' },
      { name: NAME, idempotencyKey: 'key-b', body: '{"lot_uuid":"b"}' },
    ])
    answer(sent[1]?.id ?? 0, 200, 'second')
    answer(sent[0]?.id ?? 0, 200, 'first')
    expect(await Promise.all([first, second])).toEqual(['first', 'second'])
  })

  test('fails with the same code as over HTTP when it is rejected', async () => {
    const refused = calls.send(NAME, {}, 'key')
    answer(sent[0]?.id ?? 0, 404, { code: 'lot_not_found', message: 'No such lot', params: {} })
    await expect(refused).rejects.toMatchObject({ code: 'lot_not_found', status: 404 })
  })

  test('is not sent while the connection is closed', () => {
    isOpen = false
    expect(calls.send(NAME, {}, 'key')).toBeUndefined()
  })

  test('is lost with the connection, so that it is repeated over HTTP', async () => {
    const lost = calls.send(NAME, {}, 'key')
    calls.loseAll()
    await expect(lost).rejects.toMatchObject({ code: 'network' })
  })

  test('is lost when no response arrives in time, and a late response is ignored', async () => {
    const lost = calls.send(NAME, {}, 'key')
    clock.advance(ANSWER_TIMEOUT_MS)
    await expect(lost).rejects.toMatchObject({ code: 'network' })
    answer(sent[0]?.id ?? 0, 200, 'late')
  })
})
