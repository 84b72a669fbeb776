import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createInProcessBus } from '../bus/bus.ts'
import { ABSENCE_DELAY_MS, Presence } from './presence.ts'

const SILENCE_MS = 30_000
const ANNA = 'anna'
const BORIS = 'boris'

const fail = (error: unknown): never => {
  throw error
}

/** Two servers on one bus, and the changes that the second reports. */
function twoServers() {
  const bus = createInProcessBus(fail)
  const here = new Presence({ bus, serverId: 'here' })
  const there = new Presence({ bus, serverId: 'there' })
  const changes: string[] = []
  there.onChange((userIds, isOnline) => changes.push(`${userIds.join('+')} ${isOnline ? 'came' : 'went'}`))
  return { bus, here, there, changes }
}

describe('presence', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('reports players who come online and who stay away', () => {
    const { here, there, changes } = twoServers()
    here.come(ANNA)
    expect(there.isOnline(ANNA)).toBe(true)
    here.leave(ANNA)
    vi.advanceTimersByTime(ABSENCE_DELAY_MS - 1)
    expect(changes).toEqual(['anna came'])
    vi.advanceTimersByTime(1)
    expect(changes).toEqual(['anna came', 'anna went'])
    expect(here.isOnline(ANNA)).toBe(false)
  })

  it('does not report short absences, however frequent', () => {
    const { here, changes } = twoServers()
    here.come(ANNA)
    for (let times = 0; times < 3; times += 1) {
      here.leave(ANNA)
      vi.advanceTimersByTime(ABSENCE_DELAY_MS - 1)
      here.come(ANNA)
    }
    vi.advanceTimersByTime(10 * ABSENCE_DELAY_MS)
    expect(changes).toEqual(['anna came'])
  })

  it('does not report a player who is also connected to another server', () => {
    const { here, there, changes } = twoServers()
    here.come(ANNA)
    there.come(ANNA)
    here.leave(ANNA)
    vi.advanceTimersByTime(ABSENCE_DELAY_MS)
    expect(changes).toEqual(['anna came'])
    there.leave(ANNA)
    vi.advanceTimersByTime(ABSENCE_DELAY_MS)
    expect(changes).toEqual(['anna came', 'anna went'])
  })

  it('reports online players to a server that starts later', () => {
    const { bus, here } = twoServers()
    here.come(ANNA)
    here.come(BORIS)
    const late = new Presence({ bus, serverId: 'late' })
    expect([late.isOnline(ANNA), late.isOnline(BORIS)]).toEqual([true, true])
  })

  it('takes players of a server that stops or falls silent offline', () => {
    const { bus, here, there, changes } = twoServers()
    here.come(ANNA)
    here.close()
    expect(changes).toEqual(['anna came', 'anna went'])
    const userIds = [BORIS]
    bus.publish('presence', { kind: 'changed', serverId: 'silent', userIds, isOnline: true })
    vi.advanceTimersByTime(SILENCE_MS)
    expect(changes.slice(2)).toEqual(['boris came', 'boris went'])
    expect(there.isOnline(BORIS)).toBe(false)
  })

  it('remembers changes for half a minute', () => {
    const { here, there } = twoServers()
    here.come(ANNA)
    vi.advanceTimersByTime(20_000)
    here.come(BORIS)
    expect(there.lately()).toEqual([ANNA, BORIS])
    vi.advanceTimersByTime(20_000)
    expect(there.lately()).toEqual([BORIS])
  })
})
