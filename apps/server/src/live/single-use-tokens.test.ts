import { describe, expect, it } from 'vitest'
import { LIVE_TOKEN_LIFE_MS, SingleUseTokens, type TokenHolder } from './single-use-tokens.ts'

function holder(userId: string): TokenHolder {
  return { userId, sessionId: `session of ${userId}`, sinceId: 0 }
}

describe('a token of the live connection', () => {
  it('identifies its user once', () => {
    const tokens = new SingleUseTokens()
    const [anna, boris] = [tokens.issue(holder('anna')), tokens.issue(holder('boris'))]
    expect([tokens.redeem(boris), tokens.redeem(anna)]).toEqual([holder('boris'), holder('anna')])
    expect([tokens.redeem(boris), tokens.redeem(anna), tokens.redeem('')]).toEqual([undefined, undefined, undefined])
  })

  it('is valid for thirty seconds', () => {
    let nowMs = 0
    const tokens = new SingleUseTokens(() => nowMs)
    const [early, late] = [tokens.issue(holder('anna')), tokens.issue(holder('anna'))]
    nowMs = 29_999
    expect([LIVE_TOKEN_LIFE_MS, tokens.redeem(early)]).toEqual([30_000, holder('anna')])
    nowMs = 30_000
    expect(tokens.redeem(late)).toBeUndefined()
  })

  it('stays valid while others are issued', () => {
    let nowMs = 0
    const tokens = new SingleUseTokens(() => nowMs)
    const old = tokens.issue(holder('old'))
    nowMs = 20_000
    const young = tokens.issue(holder('young'))
    nowMs = 31_000
    for (let index = 0; index < 1_000; index += 1) tokens.issue(holder('other'))
    expect([tokens.redeem(old), tokens.redeem(young)]).toEqual([undefined, holder('young')])
  })

  it('cannot be derived from another', () => {
    const tokens = new SingleUseTokens()
    const issued = Array.from({ length: 100 }, () => tokens.issue(holder('anna')))
    expect(new Set(issued.map((token) => token.slice(0, 8))).size).toBe(100)
  })
})
