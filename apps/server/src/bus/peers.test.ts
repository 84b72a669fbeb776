import { expect, it } from 'vitest'
import { Peers } from './peers.ts'

const SERVER = 'a'
const at = (count: number) => ({ serverId: SERVER, count })

function start() {
  let nowMs = 1_000
  const peers = new Peers(() => nowMs)
  return { peers, wait: (ms: number) => (nowMs += ms) }
}

it('a server met at the start may have published before', () => {
  const { peers } = start()
  expect(peers.noteMessage(at(7))).toEqual({ isNew: true, hasGap: false })
  expect(peers.noteMessage(at(8))).toEqual({ isNew: true, hasGap: false })
})

it('a server met later starts with its first message, and otherwise messages were lost', () => {
  const { peers, wait } = start()
  wait(10_000)
  expect(peers.noteMessage(at(1)).hasGap).toBe(false)
  expect(peers.notePosition({ serverId: 'b', count: 0 })).toBe(false)
  expect(peers.noteMessage({ serverId: 'c', count: 2 }).hasGap).toBe(true)
  expect(peers.notePosition({ serverId: 'd', count: 1 })).toBe(true)
})

it('a gap shows with the next message or sign of life, once', () => {
  const { peers } = start()
  peers.noteMessage(at(1))
  expect(peers.notePosition(at(1))).toBe(false)
  expect(peers.noteMessage(at(3)).hasGap).toBe(true)
  expect(peers.noteMessage(at(4)).hasGap).toBe(false)
  expect(peers.notePosition(at(6))).toBe(true)
  expect(peers.notePosition(at(6))).toBe(false)
})

it('a late message is not new', () => {
  const { peers } = start()
  peers.noteMessage(at(5))
  expect(peers.noteMessage(at(4))).toEqual({ isNew: false, hasGap: false })
  expect(peers.noteMessage(at(6))).toEqual({ isNew: true, hasGap: false })
})

it('a server that falls silent has crashed, unless it has said that it stops or this server was cut off', () => {
  const { peers, wait } = start()
  peers.notePosition(at(1))
  wait(15_000)
  expect(peers.removeSilent()).toBe(false)
  wait(10_000)
  peers.noteConnected()
  expect(peers.removeSilent()).toBe(false)
  wait(16_000)
  expect(peers.removeSilent()).toBe(true)
  expect([peers.removeSilent(), peers.size]).toEqual([false, 0])
  peers.notePosition(at(1))
  peers.remove(SERVER)
  wait(20_000)
  expect(peers.removeSilent()).toBe(false)
})
