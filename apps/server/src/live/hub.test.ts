import { decodeBatch } from '@clutch/contract/live'
import { expect, it } from 'vitest'
import { LiveHub, type LiveSocket } from './hub.ts'

/** A connection has its turn alone, then. */
const LONGER_THAN_A_TURN_MS = 6

/** A socket that remembers the events it was sent, and may take its time over the first batch. */
class RecordingSocket implements LiveSocket {
  readonly bufferedAmount = 0
  readonly readyState = 1
  readonly batches: (readonly string[])[] = []
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
    this.batches.push(decodeBatch(data).events.map(({ eventId }) => eventId))
  }

  close(): void {
    throw new Error('Nothing here is closed')
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

/** The last one to be sent to has heard: on a busy machine others have their turn in between. */
async function allHeard(sockets: readonly RecordingSocket[]): Promise<void> {
  await expect.poll(() => sockets.every(({ heard }) => heard.length > 0)).toBe(true)
}

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
