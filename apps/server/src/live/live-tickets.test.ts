import { describe, expect, it } from 'vitest'
import { LIVE_TOKEN_LIFE_MS, LiveTickets, ownTicketSecret, usesInMemory, type TokenHolder } from './live-tickets.ts'

function holder(userId: string): TokenHolder {
  return { userId, sessionId: `session of ${userId}`, sinceId: 7 }
}

function open(nowMs: () => number = () => 0) {
  return new LiveTickets(ownTicketSecret(), usesInMemory(nowMs), nowMs)
}

describe('a token of the live connection', () => {
  it('identifies its user once', async () => {
    const tickets = open()
    const [anna, boris] = [tickets.issue(holder('anna')), tickets.issue(holder('boris'))]
    expect([await tickets.redeem(boris), await tickets.redeem(anna)]).toEqual([holder('boris'), holder('anna')])
    for (const token of [boris, anna, '', '.', 'a.b']) expect(await tickets.redeem(token)).toBeUndefined()
  })

  it('is valid for thirty seconds', async () => {
    let nowMs = 0
    const tickets = open(() => nowMs)
    const [early, late] = [tickets.issue(holder('anna')), tickets.issue(holder('anna'))]
    nowMs = 29_999
    expect([LIVE_TOKEN_LIFE_MS, await tickets.redeem(early)]).toEqual([30_000, holder('anna')])
    nowMs = 30_000
    expect(await tickets.redeem(late)).toBeUndefined()
  })

  it('cannot be used again while it would be valid, however many others are used', async () => {
    let nowMs = 0
    const tickets = open(() => nowMs)
    const old = tickets.issue(holder('old'))
    nowMs = 20_000
    const young = tickets.issue(holder('young'))
    expect([await tickets.redeem(old), await tickets.redeem(young)]).toEqual([holder('old'), holder('young')])
    nowMs = 31_000
    for (let index = 0; index < 1_000; index += 1) await tickets.redeem(tickets.issue(holder('other')))
    expect(await tickets.redeem(young)).toBeUndefined()
  })

  it('is valid at every server with the same secret, and at no other', async () => {
    const secret = ownTicketSecret()
    const uses = usesInMemory(() => 0)
    const [one, other] = [new LiveTickets(secret, uses, () => 0), new LiveTickets(secret, uses, () => 0)]
    const token = one.issue(holder('anna'))
    expect(await open().redeem(token)).toBeUndefined()
    expect([await other.redeem(token), await one.redeem(token)]).toEqual([holder('anna'), undefined])
  })

  it('cannot be changed', async () => {
    const tickets = open()
    const [body = '', signature = ''] = tickets.issue(holder('anna')).split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object
    const forged = Buffer.from(JSON.stringify({ ...claims, userId: 'boris' })).toString('base64url')
    expect(await tickets.redeem(`${forged}.${signature}`)).toBeUndefined()
  })
})
