import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SendingTurns, type Sendable } from './sending-turns.ts'

/** How long the machine was busy sending: no timer runs meanwhile. */
let busyMs: number
let sent: (readonly [name: string, atMs: number])[]
let shards: Set<FakeShard>
let turns: SendingTurns

/** A shard that takes its time to send, and notes when it did. */
class FakeShard implements Sendable {
  waitingSinceMs: number | undefined
  readonly #name: string
  readonly #takesMs: number

  constructor(name: string, takesMs = 0) {
    this.#name = name
    this.#takesMs = takesMs
    shards.add(this)
  }

  gather(): void {
    this.waitingSinceMs ??= performance.now()
    turns.expect()
  }

  send(): void {
    sent.push([this.#name, performance.now()])
    this.waitingSinceMs = undefined
    busyMs += this.#takesMs
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 0 })
  vi.spyOn(performance, 'now').mockImplementation(() => Date.now() + busyMs)
  busyMs = 0
  sent = []
  shards = new Set()
  turns = new SendingTurns(shards)
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Something new for everybody every few milliseconds, until then. */
function keepTelling(untilMs: number, everyMs = 5): void {
  while (performance.now() < untilMs) {
    for (const shard of shards) shard.gather()
    vi.advanceTimersByTime(everyMs)
  }
}

/** The pauses between the sendings to one shard. */
function pausesOf(name: string): number[] {
  const atMs = sent.filter(([each]) => each === name).map(([, at]) => at)
  return atMs.slice(1).map((at, index) => at - (atMs[index] ?? 0))
}

it('sends 40 ms after the first change, with all that gathered meanwhile', () => {
  const shard = new FakeShard('a')
  shard.gather()
  vi.advanceTimersByTime(30)
  shard.gather()
  vi.advanceTimersByTime(70)
  shard.gather()
  vi.advanceTimersByTime(100)
  expect(sent).toEqual([
    ['a', 40],
    ['a', 140],
  ])
})

it('sends to those who wait longest first, and to nobody for whom nothing gathered', () => {
  const [a, b] = [new FakeShard('a'), new FakeShard('b')]
  void new FakeShard('c')
  b.gather()
  vi.advanceTimersByTime(5)
  a.gather()
  vi.advanceTimersByTime(100)
  expect(sent).toEqual([
    ['b', 40],
    ['a', 45],
  ])
})

it('sends for a fifth of the time and a little, to one after another', () => {
  for (const name of ['a', 'b', 'c', 'd', 'e']) void new FakeShard(name, 6)
  keepTelling(2_000)
  const later = sent.filter(([, atMs]) => atMs > 500)
  expect(later.length * 6).toBeGreaterThan(1_500 * 0.19)
  expect(later.length * 6).toBeLessThanOrEqual(1_500 * 0.22 + 6)
  expect(new Set(later.map(([name], index) => name === later[index + 5]?.[0] || index + 5 >= later.length))).toEqual(
    new Set([true]),
  )
})

it('sends to each every 150 ms, however many there are, as long as that can be done', () => {
  for (let index = 0; index < 10; index += 1) void new FakeShard(String(index), 6)
  keepTelling(2_000)
  const pauses = pausesOf('3').slice(4)
  expect(pauses.length).toBeGreaterThan(8)
  expect(Math.max(...pauses)).toBeLessThanOrEqual(165)
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(135)
})

it('lets everybody else have their turn after 10 ms, also when everything is late', () => {
  for (let index = 0; index < 9; index += 1) void new FakeShard(String(index), 4)
  for (const shard of shards) shard.gather()
  busyMs += 1_000
  const counts = [0]
  while (sent.length < 9) {
    vi.advanceTimersToNextTimer()
    counts.push(sent.length)
  }
  expect(Math.max(...counts.slice(1).map((count, index) => count - (counts[index] ?? 0)))).toBe(3)
})

it('makes up for turns that were missed', () => {
  for (let index = 0; index < 8; index += 1) void new FakeShard(String(index), 3)
  keepTelling(500)
  const [before, beganMs] = [sent.length, performance.now()]
  // Timers have their turn every 30 ms at most, where each 14 ms one shard is to be sent to.
  for (let round = 0; round < 20; round += 1) {
    for (const shard of shards) shard.gather()
    busyMs += 29
    vi.advanceTimersToNextTimer()
  }
  expect(sent.length - before).toBeGreaterThan((performance.now() - beganMs) / 16)
})

it('does not make up for a long pause', () => {
  for (const name of ['a', 'b', 'c', 'd', 'e']) void new FakeShard(name, 6)
  vi.advanceTimersByTime(10_000)
  keepTelling(10_500)
  expect(sent.length * 6).toBeLessThan(500 * 0.22 + 4 * 6)
})

it('sends everything at once where it is asked to, and nothing twice', () => {
  const [a, b] = [new FakeShard('a'), new FakeShard('b')]
  a.gather()
  b.gather()
  turns.sendAll()
  vi.advanceTimersByTime(200)
  expect(sent.map(([name]) => name)).toEqual(['a', 'b'])
  a.gather()
  turns.stop()
  vi.advanceTimersByTime(200)
  expect(sent).toHaveLength(2)
})
