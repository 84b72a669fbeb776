import { describe, expect, it } from 'vitest'
import { Budgets } from './budgets.ts'

const LIMIT = { max: 3, windowMs: 10_000 }

function player(id: string) {
  return { claims: { userId: id, sessionId: 's', roles: [] }, ip: '203.0.113.1' }
}

function address(ip: string) {
  return { claims: undefined, ip }
}

function numbered(index: number): string {
  return `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`
}

describe('budgets', () => {
  it('allow a number of uses per window, report when the next is allowed, and reset then', () => {
    let nowMs = 0
    const budgets = new Budgets(LIMIT, 1, () => nowMs)
    expect(Array.from({ length: 4 }, () => budgets.spend(player('anna')))).toEqual([0, 0, 0, 10])
    nowMs = 9_500
    expect(budgets.spend(player('anna'))).toBe(1)
    nowMs = 10_000
    expect(budgets.spend(player('anna'))).toBe(0)
  })

  it('are counted separately for each player and network', () => {
    const budgets = new Budgets(LIMIT, 1, () => 0)
    for (let use = 0; use < 4; use += 1) budgets.spend(player('anna'))
    expect([budgets.spend(player('boris')), budgets.spend(address('203.0.113.1'))]).toEqual([0, 0])
  })

  it.each([
    ['player', player('anna')],
    ['address', address('203.0.113.1')],
  ])('of a %s are kept however many other callers come', (_, caller) => {
    const budgets = new Budgets(LIMIT, 1, () => 0)
    for (let use = 0; use < 4; use += 1) budgets.spend(caller)
    for (let index = 0; index < 120_000; index += 1) {
      budgets.spend(address(numbered(index)))
      budgets.spend(player(String(index)))
    }
    expect(budgets.spend(caller)).toBe(10)
  })

  it('are shared by the addresses of a flood, without affecting players or known addresses', () => {
    const budgets = new Budgets(LIMIT, 1, () => 0)
    budgets.spend(address('203.0.113.1'))
    for (let index = 0; index < 60_000; index += 1) budgets.spend(address(numbered(index)))
    expect([budgets.spend(address('203.0.113.9')), budgets.spend(player('anna'))]).toEqual([10, 0])
    expect(budgets.spend(address('203.0.113.1'))).toBe(0)
  })
})
