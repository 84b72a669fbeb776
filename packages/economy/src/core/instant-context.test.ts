import { describe, expect, it } from 'vitest'
import { userNumber } from '../../testing/fixture.ts'
import { rngFromText } from './chance/rng.ts'
import { instantContext } from './instant-context.ts'

describe('ids of scheduled operations', () => {
  const ids = (atMs: number, user = 1) => {
    const context = instantContext('player', userNumber(user), atMs, rngFromText)
    return Array.from({ length: 5_000 }, () => context.newId())
  }

  it('are unique, ascending version 7 UUIDs of their due time', () => {
    const made = ids(1_795_000_000_000)
    expect(made[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(Number.parseInt(made[7]?.replace('-', '').slice(0, 12) ?? '', 16)).toBe(1_795_000_000_000)
    expect(made.slice(0, 4_096)).toEqual(made.slice(0, 4_096).toSorted())
    expect(new Set([...made, ...ids(1_795_000_000_000, 2), ...ids(1_795_000_000_001)]).size).toBe(15_000)
  })

  it('are the same whenever they are computed', () => {
    expect(ids(7)).toEqual(ids(7))
  })
})
