import { RECONNECT_CLOSE_CODE, SESSION_ENDED_CLOSE_CODE, SLOW_CONSUMER_CLOSE_CODE } from '@clutch/contract/constants'
import { decodeBatch } from '@clutch/contract/live'
import { expect, it, vi } from 'vitest'
import type { EconomyMessage } from '../bus/message.ts'
import type { LiveArea } from './area.ts'
import { LiveHub } from './hub.ts'
import type { LiveSocket } from './shard.ts'

/** A socket that remembers the events it was sent. */
class RecordingSocket implements LiveSocket {
  bufferedAmount = 0
  readonly readyState = 1
  readonly batches: (readonly string[])[] = []
  /** The messages after which it was told that it misses nothing. */
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

const connect = (hub: LiveHub, userId: string): RecordingSocket => {
  const socket = new RecordingSocket()
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

it('sends what was told twice once, where it was told last', () => {
  const hub = new LiveHub([])
  const socket = connect(hub, 'anna')
  for (const id of ['deleted', 'message', 'deleted']) tell(hub, id)
  for (const id of ['own deleted', 'own message', 'own deleted']) tell(hub, id, ['anna'])
  hub.flush()
  expect(socket.heard).toEqual(['message', 'deleted', 'own message', 'own deleted'])
})

it('sends a connection what came after it joined, and those before it everything, in one batch and in order', () => {
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
  expect(first.batches).toEqual([['a', 'b']])
  expect(second.batches).toEqual([['b', 'b-boris']])
  expect(third.batches).toEqual([['b']])
  expect(fourth.batches).toEqual([])
  tell(hub, 'c')
  hub.flush()
  for (const socket of [first, second, third, fourth]) expect(socket.batches.at(-1)).toEqual(['c'])
})

it('sends to thousands what one of them is sent: each its own, in order, and what joins and leaves meanwhile, too', async () => {
  const hub = new LiveHub([COINS])
  const userIds = Array.from({ length: 1_200 }, (_, index) => `player ${index}`)
  const sockets = userIds.map((userId) => connect(hub, userId))
  const again = userIds.slice(0, 600).map((userId) => connect(hub, userId))
  expect(hub.size).toBe(1_800)
  tell(hub, 'a', null, ['player 0', 'player 1199'])
  hub.publish(coinsOf(1, 'player 0', 'player 700'))
  // All but the last of them, from whom it is hidden.
  await expect.poll(() => [...sockets, ...again].filter(({ heard }) => heard.length > 0).length).toBe(1_799)
  // Whole shards are gone, and others have room.
  for (const [index, userId] of userIds.slice(250, 900).entries()) {
    const place = index + 250
    for (const socket of [sockets[place], again[place]]) if (socket !== undefined) hub.remove(userId, socket)
  }
  const late = Array.from({ length: 300 }, (_, index) => connect(hub, `late ${index}`))
  tell(hub, 'b')
  await expect.poll(() => late.every(({ heard }) => heard.length > 0)).toBe(true)
  const expected = (userId: string, place: number): string[] => [
    ...(userId === 'player 0' || userId === 'player 1199' ? [] : ['a']),
    ...(userId === 'player 0' ? ['1-1'] : userId === 'player 700' ? ['1-2'] : []),
    ...(place < 250 || place >= 900 ? ['b'] : []),
  ]
  await expect.poll(() => sockets.map(({ heard }) => heard)).toEqual(userIds.map(expected))
  await expect.poll(() => again.map(({ heard }) => heard)).toEqual(userIds.slice(0, 600).map(expected))
  expect(late.map(({ heard }) => heard)).toEqual(late.map(() => ['b']))
  expect(hub.size).toBe(250 + 250 + 300 + 300)
})

it.each([1_000, 100])('sends to 250 at a time, from 40 ms after the first change on, with %i players', (players) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 0 })
  let sendingMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => Date.now() + sendingMs)
  try {
    const hub = new LiveHub([])
    let heardCount = 0
    for (let index = 0; index < 1_000; index += 1) {
      const send = () => {
        heardCount += 1
        sendingMs += 0.025
      }
      hub.add(`player ${index % players}`, { bufferedAmount: 0, readyState: 1, send, close: () => undefined })
    }
    tell(hub, 'a')
    vi.advanceTimersByTime(30)
    tell(hub, 'b')
    vi.advanceTimersByTime(9)
    expect(heardCount).toBe(0)
    vi.advanceTimersByTime(1)
    // Two take 12.5 ms: after 10 everything else has its turn. Then there is one every 28, so that a fifth is sending.
    expect(heardCount).toBe(500)
    vi.advanceTimersByTime(5)
    expect(heardCount).toBe(750)
    vi.advanceTimersByTime(22)
    expect(heardCount).toBe(1_000)
  } finally {
    vi.useRealTimers()
    vi.restoreAllMocks()
  }
})

it('tells a player on each connection, however many others have come in between, and of nobody’s going but the last', () => {
  const presence = { come: vi.fn<(userId: string) => void>(), leave: vi.fn<(userId: string) => void>() }
  const hub = new LiveHub([COINS], presence)
  const own: RecordingSocket[] = []
  for (let round = 0; round < 10; round += 1) {
    own.push(connect(hub, 'anna'))
    for (let index = 0; index < 100; index += 1) connect(hub, `player ${round} ${index}`)
  }
  expect(hub.add('anna', new RecordingSocket())).toBe(false)
  hub.publish(coinsOf(1, 'anna'))
  tell(hub, 'own', ['anna'])
  tell(hub, 'hidden', null, ['anna'])
  hub.flush()
  expect(own.map(({ heard }) => heard)).toEqual(own.map(() => ['1-1', 'own']))
  const [first, last] = [own.at(0), own.at(-1)]
  for (const socket of own.slice(1)) hub.remove('anna', socket)
  if (last !== undefined) hub.remove('anna', last)
  expect(presence.leave).not.toHaveBeenCalled()
  tell(hub, 'left', ['anna'])
  hub.flush()
  expect([first?.heard.at(-1), last?.heard.at(-1)]).toEqual(['left', 'own'])
  if (first !== undefined) hub.remove('anna', first)
  expect(presence.leave.mock.calls).toEqual([['anna']])
  expect(presence.come.mock.calls.filter(([userId]) => userId === 'anna')).toEqual([['anna']])
  expect(hub.size).toBe(1_000)
})

it('tells somebody who has left nothing, and of everything again who comes back', () => {
  const framed: number[] = []
  const hub = new LiveHub([{ frames: (_updates, _sink, id) => void framed.push(id) }])
  const gone = connect(hub, 'anna')
  hub.remove('anna', gone)
  hub.publish(coinsOf(1, 'anna'))
  expect(framed).toEqual([])
  const back = connect(hub, 'anna')
  // It has closed already, and one that was turned away was never there.
  for (const socket of [gone, new RecordingSocket()]) hub.remove('anna', socket)
  expect(hub.size).toBe(1)
  tell(hub, 'a')
  tell(hub, 'b', ['anna'])
  hub.flush()
  expect([gone.heard, back.heard]).toEqual([[], ['a', 'b']])
})

it('keeps from somebody what is hidden, also beside others who joined since', () => {
  const hub = new LiveHub([])
  const blocker = connect(hub, 'blocker')
  tell(hub, 'a', null, ['blocker'])
  tell(hub, 'b')
  const other = connect(hub, 'other')
  tell(hub, 'c', null, ['blocker', 'away'])
  hub.flush()
  expect(blocker.heard).toEqual(['b'])
  expect(other.heard).toEqual(['c'])
})

it('cuts off whoever reads too slowly, and nobody else', () => {
  const hub = new LiveHub([])
  const [slow, quick] = [connect(hub, 'slow'), connect(hub, 'quick')]
  slow.bufferedAmount = 1_048_577
  quick.bufferedAmount = 1_048_576
  tell(hub, 'a')
  hub.flush()
  expect([slow.closeCodes, quick.closeCodes]).toEqual([[SLOW_CONSUMER_CLOSE_CODE], []])
  expect([slow.heard, quick.heard, hub.size]).toEqual([[], ['a'], 1])
})

it('tells of a player’s own things that player alone, on every connection', () => {
  const hub = new LiveHub([COINS])
  const [anna, boris, elsewhere] = [connect(hub, 'anna'), connect(hub, 'boris'), connect(hub, 'anna')]
  hub.publish(coinsOf(1, 'anna'))
  tell(hub, 'a')
  hub.flush()
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

it('promises nothing to whoever has read before all were made to come back', () => {
  const hub = new LiveHub([COINS])
  hub.publish(coinsOf(1, 'anna'))
  const before = connect(hub, 'anna')
  hub.reconnectAll()
  expect(before.closeCodes).toEqual([RECONNECT_CLOSE_CODE])
  const [late, later] = [connect(hub, 'anna'), connect(hub, 'anna')]
  hub.catchUp('anna', late, 1)
  hub.publish(coinsOf(2, 'boris'))
  hub.catchUp('anna', later, 2)
  expect([late.follows, later.follows]).toEqual([[], [2]])
})

it('makes changes of a book only while somebody looks at it', () => {
  const viewed: boolean[] = []
  const hub = new LiveHub([{ frames: (_updates, sink) => void viewed.push(sink.isViewed(5)) }])
  const [one, other] = [connect(hub, 'anna'), connect(hub, 'boris')]
  const look = (socket: RecordingSocket, itemId: number | undefined) => {
    hub.view(socket === one ? 'anna' : 'boris', socket, itemId)
    hub.publish(coinsOf(viewed.length + 1))
  }
  look(one, 5)
  look(other, 5)
  look(one, 6)
  look(other, undefined)
  expect(viewed).toEqual([true, true, true, false])
  // Whoever has left looks at nothing, and neither does a connection that is not there.
  look(other, 5)
  hub.remove('boris', other)
  look(one, 6)
  look(new RecordingSocket(), 5)
  const back = connect(hub, 'boris')
  look(new RecordingSocket(), 5)
  hub.remove('boris', back)
  expect(viewed.slice(4)).toEqual([true, false, false, false])
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
