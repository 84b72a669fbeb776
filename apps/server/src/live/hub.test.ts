import { setImmediate as afterOthers } from 'node:timers/promises'
import { SESSION_ENDED_CLOSE_CODE, SLOW_CONSUMER_CLOSE_CODE } from '@clutch/contract/constants'
import { decodeBatch } from '@clutch/contract/live'
import { expect, it, vi } from 'vitest'
import type { EconomyMessage } from '../bus/message.ts'
import type { LiveArea } from './area.ts'
import { LiveHub, type LiveSocket } from './hub.ts'

/** A connection has its turn alone, then. */
const LONGER_THAN_A_TURN_MS = 6

/** A socket that remembers the events it was sent, and may take its time over the first batch. */
class RecordingSocket implements LiveSocket {
  bufferedAmount = 0
  readonly readyState = 1
  readonly batches: (readonly string[])[] = []
  /** The messages after which it was told that it misses nothing. */
  readonly follows: number[] = []
  readonly closeCodes: number[] = []
  readonly #takesMs: number

  constructor(takesMs = 0) {
    this.#takesMs = takesMs
  }

  get heard(): readonly string[] {
    return this.batches.flat()
  }

  send(data: Uint8Array): void {
    const untilMs = performance.now() + (this.batches.length === 0 ? this.#takesMs : 0)
    while (performance.now() < untilMs);
    const { events, followsMessageId } = decodeBatch(data)
    this.batches.push(events.map(({ eventId }) => eventId))
    if (followsMessageId !== undefined) this.follows.push(followsMessageId)
  }

  close(code: number): void {
    this.closeCodes.push(code)
  }
}

const connect = (hub: LiveHub, userId: string, takesMs = 0): RecordingSocket => {
  const socket = new RecordingSocket(takesMs)
  hub.add(userId, socket)
  return socket
}
const tell = (hub: LiveHub, id: string, to: readonly string[] | null = null, hiddenFrom: readonly string[] = []) =>
  hub.tell({
    key: id,
    event: { timestampMs: 1, eventId: id, payload: { case: 'chatMessageDeleted', value: '1' } },
    to,
    hiddenFrom,
  })

/** Tells players of their coins, each of them alone. */
const COINS: LiveArea = {
  frames({ inventory = [] }, sink) {
    for (const { userId, free } of inventory) {
      sink.toPlayer(userId, `coins/${free}`, { case: 'eggCoinsUpdated', value: BigInt(free) })
    }
  },
}
const coinsOf = (id: number, ...userIds: readonly string[]): EconomyMessage => ({
  id,
  atMs: id,
  updates: { inventory: userIds.map((userId) => ({ userId, asset: 0, free: id })) },
})

/** Each connection that takes longer than a turn is sent to in one of its own. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await afterOthers()
}

/** The last one to be sent to has heard: on a busy machine others have their turn in between. */
async function allHeard(sockets: readonly RecordingSocket[]): Promise<void> {
  await expect.poll(() => sockets.every(({ heard }) => heard.length > 0)).toBe(true)
}

it('sends what was told twice once, where it was told last', async () => {
  const hub = new LiveHub([])
  const socket = connect(hub, 'anna')
  for (const id of ['deleted', 'message', 'deleted']) tell(hub, id)
  for (const id of ['own deleted', 'own message', 'own deleted']) tell(hub, id, ['anna'])
  hub.flush()
  await allHeard([socket])
  expect(socket.heard).toEqual(['message', 'deleted', 'own message', 'own deleted'])
})

it('sends a connection what came after it joined, and those before it everything, in one batch and in order', async () => {
  const hub = new LiveHub([])
  const first = connect(hub, 'anna')
  tell(hub, 'a')
  const second = connect(hub, 'boris')
  const third = connect(hub, 'cora')
  tell(hub, 'b')
  tell(hub, 'b-boris', ['boris'])
  const fourth = connect(hub, 'dora')
  expect(first.batches).toEqual([])
  hub.flush()
  await allHeard([first, second, third])
  expect(first.batches).toEqual([['a', 'b']])
  expect(second.batches).toEqual([['b', 'b-boris']])
  expect(third.batches).toEqual([['b']])
  expect(fourth.batches).toEqual([])
  tell(hub, 'c')
  hub.flush()
  await allHeard([fourth])
  for (const socket of [first, second, third, fourth]) expect(socket.batches.at(-1)).toEqual(['c'])
})

it('lets others have their turn while it sends to many, and loses, doubles and mixes up nothing meanwhile', async () => {
  const hub = new LiveHub([])
  const sockets = Array.from({ length: 4 }, (_, index) => connect(hub, `player ${index}`, LONGER_THAN_A_TURN_MS))
  tell(hub, 'a')
  hub.flush()
  expect(sockets.filter(({ heard }) => heard.length > 0)).toHaveLength(1)
  tell(hub, 'b')
  hub.flush()
  const late = connect(hub, 'late')
  tell(hub, 'c')
  await expect.poll(() => late.heard).toEqual(['c'])
  await expect.poll(() => sockets.map(({ heard }) => heard.join(' '))).toEqual(sockets.map(() => 'a b c'))
})

it.each([
  [1, 34, 'as long as changes gather, from the beginning of the batch before'],
  [4, 48, 'so that sending takes a third of the time'],
  [12, 28, 'a tenth of a second at most'],
])('what gathers while %i connections of 6 ms are sent to follows %i ms later: %s', async (count, waitMs) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  try {
    const hub = new LiveHub([])
    let sent = 0
    const send = (): void => {
      sent += 1
      vi.advanceTimersByTime(LONGER_THAN_A_TURN_MS)
    }
    const socket = { bufferedAmount: 0, readyState: 1, send, close: () => undefined }
    for (let index = 0; index < count; index += 1) hub.add(`player ${index}`, { ...socket })
    tell(hub, 'a')
    hub.flush()
    tell(hub, 'b')
    await turns(count + 2)
    expect(sent).toBe(count)
    vi.advanceTimersByTime(waitMs - 2)
    expect(sent).toBe(count)
    vi.advanceTimersByTime(2)
    expect(sent).toBe(count + 1)
    await turns(count + 2)
    expect(sent).toBe(2 * count)
  } finally {
    vi.useRealTimers()
  }
})

it('keeps from somebody what is hidden, also beside others who joined since', async () => {
  const hub = new LiveHub([])
  const blocker = connect(hub, 'blocker')
  tell(hub, 'a', null, ['blocker'])
  tell(hub, 'b')
  const other = connect(hub, 'other')
  tell(hub, 'c', null, ['blocker', 'away'])
  hub.flush()
  await allHeard([blocker, other])
  expect(blocker.heard).toEqual(['b'])
  expect(other.heard).toEqual(['c'])
})

it('cuts off whoever reads too slowly, and nobody else', async () => {
  const hub = new LiveHub([])
  const [slow, quick] = [connect(hub, 'slow'), connect(hub, 'quick')]
  slow.bufferedAmount = 1_048_577
  quick.bufferedAmount = 1_048_576
  tell(hub, 'a')
  hub.flush()
  await allHeard([quick])
  expect([slow.closeCodes, quick.closeCodes]).toEqual([[SLOW_CONSUMER_CLOSE_CODE], []])
  expect([slow.heard, quick.heard, hub.size]).toEqual([[], ['a'], 1])
})

it('tells of a player’s own things that player alone, on every connection', async () => {
  const hub = new LiveHub([COINS])
  const [anna, boris, elsewhere] = [connect(hub, 'anna'), connect(hub, 'boris'), connect(hub, 'anna')]
  hub.publish(coinsOf(1, 'anna'))
  tell(hub, 'a')
  hub.flush()
  await allHeard([anna, boris, elsewhere])
  expect([anna.heard, boris.heard, elsewhere.heard]).toEqual([['a', '1-1'], ['a'], ['a', '1-1']])
})

it('tells a new connection what it missed of its own, and says nothing where it does not know', () => {
  const hub = new LiveHub([COINS])
  for (const message of [coinsOf(1, 'anna'), coinsOf(2, 'boris'), coinsOf(3, 'boris', 'anna')]) hub.publish(message)
  const late = connect(hub, 'anna')
  hub.catchUp('anna', late, 1)
  expect([late.heard, late.follows]).toEqual([['3-1'], [1]])
  // What came in between was not heard of here.
  hub.publish(coinsOf(7, 'anna'))
  const [unsure, sure] = [connect(hub, 'anna'), connect(hub, 'anna')]
  hub.catchUp('anna', unsure, 3)
  hub.catchUp('anna', sure, 6)
  expect([unsure.batches, unsure.follows]).toEqual([[], []])
  expect([sure.heard, sure.follows]).toEqual([['7-1'], [6]])
})

it('makes changes of a book only while somebody looks at it', () => {
  const viewed: boolean[] = []
  const hub = new LiveHub([{ frames: (_updates, sink) => void viewed.push(sink.isViewed(5)) }])
  const [one, other] = [connect(hub, 'anna'), connect(hub, 'boris')]
  const look = (socket: RecordingSocket, itemId: number | undefined) => {
    hub.view(socket, itemId)
    hub.publish(coinsOf(viewed.length + 1))
  }
  look(one, 5)
  look(other, 5)
  look(one, 6)
  look(other, undefined)
  expect(viewed).toEqual([true, true, true, false])
})

it('ends the connections of a sign-in that has ended, and no others', () => {
  const hub = new LiveHub([])
  const sockets = ['ended', 'other', 'ended'].map((sessionId) => {
    const socket = new RecordingSocket()
    hub.add('anna', socket, sessionId)
    return socket
  })
  hub.closeSession('ended')
  expect(sockets.map(({ closeCodes }) => closeCodes)).toEqual([
    [SESSION_ENDED_CLOSE_CODE],
    [],
    [SESSION_ENDED_CLOSE_CODE],
  ])
  expect(hub.size).toBe(1)
})
