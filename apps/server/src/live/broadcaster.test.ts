import { RECONNECT_CLOSE_CODE, SESSION_ENDED_CLOSE_CODE, SLOW_CONSUMER_CLOSE_CODE } from '@clutch/contract/constants'
import { decodeBatch } from '@clutch/contract/live'
import { expect, it, vi } from 'vitest'
import type { EconomyMessage } from '../bus/message.ts'
import type { LiveArea } from './area.ts'
import { Broadcaster } from './broadcaster.ts'
import type { LiveSocket } from './broadcaster.ts'

/** A socket that records the events sent to it. */
class RecordingSocket implements LiveSocket {
  bufferedAmount = 0
  readonly readyState = 1
  readonly batches: (readonly string[])[] = []
  /** The message ids for which it got a confirmation that it misses nothing. */
  readonly follows: number[] = []
  readonly closeCodes: number[] = []

  get heard(): readonly string[] {
    return this.batches.flat()
  }

  send(data: Uint8Array): void {
    const { events, followsMessageId } = decodeBatch(data)
    this.batches.push(events.map(({ eventId }) => eventId))
    if (followsMessageId !== undefined) this.follows.push(followsMessageId)
  }

  close(code: number): void {
    this.closeCodes.push(code)
  }
}

const connect = (broadcaster: Broadcaster, userId: string): RecordingSocket => {
  const socket = new RecordingSocket()
  broadcaster.add(userId, socket)
  return socket
}
const broadcastDeletion = (
  broadcaster: Broadcaster,
  id: string,
  to: readonly string[] | null = null,
  hiddenFrom: readonly string[] = [],
) =>
  broadcaster.broadcast({
    key: id,
    event: { timestampMs: 1, eventId: id, payload: { case: 'chatMessageDeleted', value: '1' } },
    to,
    hiddenFrom,
  })

/** Sends players their own coins. */
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

it('sends an event broadcast twice once, in the place of the last', () => {
  const broadcaster = new Broadcaster([])
  const socket = connect(broadcaster, 'anna')
  for (const id of ['deleted', 'message', 'deleted']) broadcastDeletion(broadcaster, id)
  for (const id of ['own deleted', 'own message', 'own deleted']) broadcastDeletion(broadcaster, id, ['anna'])
  broadcaster.flush()
  expect(socket.heard).toEqual(['message', 'deleted', 'own message', 'own deleted'])
})

it('sends a connection the events after it joined, and earlier connections all events, in one batch and in order', () => {
  const broadcaster = new Broadcaster([])
  const first = connect(broadcaster, 'anna')
  broadcastDeletion(broadcaster, 'a')
  const second = connect(broadcaster, 'boris')
  const third = connect(broadcaster, 'cora')
  broadcastDeletion(broadcaster, 'b')
  broadcastDeletion(broadcaster, 'b-boris', ['boris'])
  const fourth = connect(broadcaster, 'dora')
  expect(first.batches).toEqual([])
  broadcaster.flush()
  expect(first.batches).toEqual([['a', 'b']])
  expect(second.batches).toEqual([['b', 'b-boris']])
  expect(third.batches).toEqual([['b']])
  expect(fourth.batches).toEqual([])
  broadcastDeletion(broadcaster, 'c')
  broadcaster.flush()
  for (const socket of [first, second, third, fourth]) expect(socket.batches.at(-1)).toEqual(['c'])
})

it('sends thousands of connections the right events in order, including those that join and leave meanwhile', async () => {
  const broadcaster = new Broadcaster([COINS])
  const userIds = Array.from({ length: 1_200 }, (_, index) => `player ${index}`)
  const sockets = userIds.map((userId) => connect(broadcaster, userId))
  const again = userIds.slice(0, 600).map((userId) => connect(broadcaster, userId))
  expect(broadcaster.size).toBe(1_800)
  broadcastDeletion(broadcaster, 'a', null, ['player 0', 'player 1199'])
  broadcaster.publish(coinsOf(1, 'player 0', 'player 700'))
  // All except the last, from which it is hidden.
  await expect.poll(() => [...sockets, ...again].filter(({ heard }) => heard.length > 0).length).toBe(1_799)
  for (const index of userIds.slice(250, 900).keys()) {
    const place = index + 250
    for (const socket of [sockets[place], again[place]]) if (socket !== undefined) broadcaster.remove(socket)
  }
  const late = Array.from({ length: 300 }, (_, index) => connect(broadcaster, `late ${index}`))
  broadcastDeletion(broadcaster, 'b')
  await expect.poll(() => late.every(({ heard }) => heard.length > 0)).toBe(true)
  const expected = (userId: string, place: number): string[] => [
    ...(userId === 'player 0' || userId === 'player 1199' ? [] : ['a']),
    ...(userId === 'player 0' ? ['1-1'] : userId === 'player 700' ? ['1-2'] : []),
    ...(place < 250 || place >= 900 ? ['b'] : []),
  ]
  await expect.poll(() => sockets.map(({ heard }) => heard)).toEqual(userIds.map(expected))
  await expect.poll(() => again.map(({ heard }) => heard)).toEqual(userIds.slice(0, 600).map(expected))
  expect(late.map(({ heard }) => heard)).toEqual(late.map(() => ['b']))
  expect(broadcaster.size).toBe(250 + 250 + 300 + 300)
})

it('flushes 40 ms after the first event, in slices of 25 ms, for at most 40 % of the time', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 0 })
  let sendingMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => Date.now() + sendingMs)
  try {
    const broadcaster = new Broadcaster([])
    let sentCount = 0
    for (let index = 0; index < 1_000; index += 1) {
      const send = () => {
        sentCount += 1
        sendingMs += 1 / 32
      }
      broadcaster.add(`player ${index}`, { bufferedAmount: 0, readyState: 1, send, close: () => undefined })
    }
    broadcastDeletion(broadcaster, 'a')
    vi.advanceTimersByTime(30)
    broadcastDeletion(broadcaster, 'b')
    vi.advanceTimersByTime(9)
    expect(sentCount).toBe(0)
    vi.advanceTimersByTime(1)
    expect(sentCount).toBe(800)
    broadcastDeletion(broadcaster, 'c')
    vi.advanceTimersByTime(1)
    expect(sentCount).toBe(1_000)
    // The flush took 31 ms, so the next one starts 47 ms after its end.
    vi.advanceTimersByTime(45)
    expect(sentCount).toBe(1_000)
    vi.advanceTimersByTime(1)
    expect(sentCount).toBe(1_800)
  } finally {
    vi.useRealTimers()
    vi.restoreAllMocks()
  }
})

it('sends nothing of a flush in progress to a connection that closes or joins meanwhile', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 0 })
  let sendingMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => Date.now() + sendingMs)
  try {
    const broadcaster = new Broadcaster([])
    const slow = { bufferedAmount: 0, readyState: 1, send: () => void (sendingMs += 25), close: () => undefined }
    broadcaster.add('slow', slow)
    const [leaving, staying] = [connect(broadcaster, 'leaving'), connect(broadcaster, 'staying')]
    broadcastDeletion(broadcaster, 'a')
    vi.advanceTimersByTime(40)
    expect(staying.heard).toEqual([])
    broadcaster.remove(leaving)
    broadcastDeletion(broadcaster, 'b')
    const joining = connect(broadcaster, 'joining')
    broadcastDeletion(broadcaster, 'c')
    broadcaster.flush()
    expect([leaving.heard, staying.batches, joining.heard]).toEqual([[], [['a'], ['b', 'c']], ['c']])
  } finally {
    vi.useRealTimers()
    vi.restoreAllMocks()
  }
})

it('sends a player’s events to each of their connections, and reports only the first to open and the last to close', () => {
  const presence = { come: vi.fn<(userId: string) => void>(), leave: vi.fn<(userId: string) => void>() }
  const broadcaster = new Broadcaster([COINS], presence)
  const own: RecordingSocket[] = []
  for (let round = 0; round < 10; round += 1) {
    own.push(connect(broadcaster, 'anna'))
    for (let index = 0; index < 100; index += 1) connect(broadcaster, `player ${round} ${index}`)
  }
  expect(broadcaster.add('anna', new RecordingSocket())).toBe(false)
  broadcaster.publish(coinsOf(1, 'anna'))
  broadcastDeletion(broadcaster, 'own', ['anna'])
  broadcastDeletion(broadcaster, 'hidden', null, ['anna'])
  broadcaster.flush()
  expect(own.map(({ heard }) => heard)).toEqual(own.map(() => ['1-1', 'own']))
  const [first, last] = [own.at(0), own.at(-1)]
  for (const socket of own.slice(1)) broadcaster.remove(socket)
  if (last !== undefined) broadcaster.remove(last)
  expect(presence.leave).not.toHaveBeenCalled()
  broadcastDeletion(broadcaster, 'left', ['anna'])
  broadcaster.flush()
  expect([first?.heard.at(-1), last?.heard.at(-1)]).toEqual(['left', 'own'])
  if (first !== undefined) broadcaster.remove(first)
  expect(presence.leave.mock.calls).toEqual([['anna']])
  expect(presence.come.mock.calls.filter(([userId]) => userId === 'anna')).toEqual([['anna']])
  expect(broadcaster.size).toBe(1_000)
})

it('sends nothing to a closed connection, and everything to a new one of the same player', () => {
  const framed: number[] = []
  const broadcaster = new Broadcaster([{ frames: (_updates, _sink, id) => void framed.push(id) }])
  const gone = connect(broadcaster, 'anna')
  broadcaster.remove(gone)
  broadcaster.publish(coinsOf(1, 'anna'))
  expect(framed).toEqual([])
  const back = connect(broadcaster, 'anna')
  // Removing a closed or rejected connection has no effect.
  for (const socket of [gone, new RecordingSocket()]) broadcaster.remove(socket)
  expect(broadcaster.size).toBe(1)
  broadcastDeletion(broadcaster, 'a')
  broadcastDeletion(broadcaster, 'b', ['anna'])
  broadcaster.flush()
  expect([gone.heard, back.heard]).toEqual([[], ['a', 'b']])
})

it('hides an event from a player in every buffer of a flush', () => {
  const broadcaster = new Broadcaster([])
  const blocker = connect(broadcaster, 'blocker')
  broadcastDeletion(broadcaster, 'a', null, ['blocker'])
  broadcastDeletion(broadcaster, 'b')
  const other = connect(broadcaster, 'other')
  broadcastDeletion(broadcaster, 'c', null, ['blocker', 'away'])
  broadcaster.flush()
  expect(blocker.heard).toEqual(['b'])
  expect(other.heard).toEqual(['c'])
})

it('sends an event to a player from whom the event it replaces was hidden', () => {
  const broadcaster = new Broadcaster([])
  const [blocker, other] = [connect(broadcaster, 'blocker'), connect(broadcaster, 'other')]
  broadcastDeletion(broadcaster, 'a', null, ['blocker'])
  broadcastDeletion(broadcaster, 'a')
  broadcaster.flush()
  expect([blocker.heard, other.heard]).toEqual([['a'], ['a']])
})

it('closes a connection that reads too slowly, and no other', () => {
  const broadcaster = new Broadcaster([])
  const [slow, quick] = [connect(broadcaster, 'slow'), connect(broadcaster, 'quick')]
  slow.bufferedAmount = 1_048_577
  quick.bufferedAmount = 1_048_576
  broadcastDeletion(broadcaster, 'a')
  broadcaster.flush()
  expect([slow.closeCodes, quick.closeCodes]).toEqual([[SLOW_CONSUMER_CLOSE_CODE], []])
  expect([slow.heard, quick.heard, broadcaster.size]).toEqual([[], ['a'], 1])
})

it('sends a player’s own events to that player only, on every connection', () => {
  const broadcaster = new Broadcaster([COINS])
  const [anna, boris, elsewhere] = [
    connect(broadcaster, 'anna'),
    connect(broadcaster, 'boris'),
    connect(broadcaster, 'anna'),
  ]
  broadcaster.publish(coinsOf(1, 'anna'))
  broadcastDeletion(broadcaster, 'a')
  broadcaster.flush()
  expect([anna.heard, boris.heard, elsewhere.heard]).toEqual([['a', '1-1'], ['a'], ['a', '1-1']])
})

it('catches a new connection up with its user’s events, and confirms nothing when messages are missing', () => {
  const broadcaster = new Broadcaster([COINS])
  for (const message of [coinsOf(1, 'anna'), coinsOf(2, 'boris'), coinsOf(3, 'boris', 'anna')])
    broadcaster.publish(message)
  const late = connect(broadcaster, 'anna')
  broadcaster.catchUp('anna', late, 1)
  expect([late.heard, late.follows]).toEqual([['3-1'], [1]])
  // The messages in between were lost.
  broadcaster.publish(coinsOf(7, 'anna'))
  const [unsure, sure] = [connect(broadcaster, 'anna'), connect(broadcaster, 'anna')]
  broadcaster.catchUp('anna', unsure, 3)
  broadcaster.catchUp('anna', sure, 6)
  expect([unsure.batches, unsure.follows]).toEqual([[], []])
  expect([sure.heard, sure.follows]).toEqual([['7-1'], [6]])
})

it('catches a new connection up with events for all and events for its user that have the same key', () => {
  const broadcaster = new Broadcaster([
    {
      frames(_updates, sink) {
        sink.toAll('same', { case: 'eggCoinsUpdated', value: 1n })
        sink.toPlayer('anna', 'same', { case: 'eggCoinsUpdated', value: 2n })
      },
    },
  ])
  for (const id of [1, 2]) broadcaster.publish(coinsOf(id))
  const late = connect(broadcaster, 'anna')
  broadcaster.catchUp('anna', late, 1)
  expect([late.heard, late.follows]).toEqual([['2-1', '2-2'], [1]])
})

it('closes the connections evenly over a time when the server stops, and takes that time even without any', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 0 })
  try {
    const broadcaster = new Broadcaster([])
    const sockets = Array.from({ length: 250 }, (_, index) => connect(broadcaster, `player ${index}`))
    const closed = () => sockets.filter(({ closeCodes }) => closeCodes[0] === RECONNECT_CLOSE_CODE).length
    let isDone = false
    void broadcaster.moveAll(5_000).then(() => (isDone = true))
    const seen: number[] = []
    for (let second = 0; second < 5; second += 1) {
      await vi.advanceTimersByTimeAsync(1_000)
      seen.push(closed())
    }
    expect([seen, isDone, broadcaster.size]).toEqual([[50, 100, 150, 200, 250], true, 0])
    isDone = false
    void broadcaster.moveAll(5_000).then(() => (isDone = true))
    await vi.advanceTimersByTimeAsync(4_900)
    expect(isDone).toBe(false)
    await vi.advanceTimersByTimeAsync(100)
    expect(isDone).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})

it('does not catch up a client that fetched before all clients had to reconnect', () => {
  const broadcaster = new Broadcaster([COINS])
  broadcaster.publish(coinsOf(1, 'anna'))
  const before = connect(broadcaster, 'anna')
  broadcaster.reconnectAll()
  expect(before.closeCodes).toEqual([RECONNECT_CLOSE_CODE])
  const [late, later] = [connect(broadcaster, 'anna'), connect(broadcaster, 'anna')]
  broadcaster.catchUp('anna', late, 1)
  broadcaster.publish(coinsOf(2, 'boris'))
  broadcaster.catchUp('anna', later, 2)
  expect([late.follows, later.follows]).toEqual([[], [2]])
})

it('creates events of an order book only while a connection views it', () => {
  const viewed: boolean[] = []
  const broadcaster = new Broadcaster([{ frames: (_updates, sink) => void viewed.push(sink.isViewed(5)) }])
  const [one, other] = [connect(broadcaster, 'anna'), connect(broadcaster, 'boris')]
  const look = (socket: RecordingSocket, itemId: number | undefined) => {
    broadcaster.view(socket, itemId)
    broadcaster.publish(coinsOf(viewed.length + 1))
  }
  look(one, 5)
  look(other, 5)
  look(one, 6)
  look(other, undefined)
  expect(viewed).toEqual([true, true, true, false])
  // Closed and unknown connections view nothing.
  look(other, 5)
  broadcaster.remove(other)
  look(one, 6)
  look(new RecordingSocket(), 5)
  const back = connect(broadcaster, 'boris')
  look(new RecordingSocket(), 5)
  broadcaster.remove(back)
  expect(viewed.slice(4)).toEqual([true, false, false, false])
})

it('closes the connections of an ended session, and no others', () => {
  const broadcaster = new Broadcaster([])
  const sockets = ['ended', 'other', 'ended'].map((sessionId) => {
    const socket = new RecordingSocket()
    broadcaster.add('anna', socket, sessionId)
    return socket
  })
  broadcaster.closeSession('ended')
  expect(sockets.map(({ closeCodes }) => closeCodes)).toEqual([
    [SESSION_ENDED_CLOSE_CODE],
    [],
    [SESSION_ENDED_CLOSE_CODE],
  ])
  expect(broadcaster.size).toBe(1)
})
