import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { rngOfOperation } from './chance.ts'

const WORD = 2 ** 32
const SECRETS = 200_000

function firstDraw(secret: string, operationId: string): number {
  return rngOfOperation(secret, operationId).below(WORD)
}

describe('the chance of an operation', () => {
  it('is that of HMAC-SHA256, so that the operator can recompute it', () => {
    // HMAC-SHA256("key", "The quick brown fox jumps over the lazy dog") = f7bc83f4 30538424 b13298e6 aa6fb143 …
    const rng = rngOfOperation('key', 'The quick brown fox jumps over the lazy dog')
    const second = 0x30538424
    const scrambled = Math.imul(rotateLeft(Math.imul(second, 5), 7), 9) >>> 0
    expect(rng.below(WORD)).toBe(scrambled)
  })

  it('is the same whenever it is asked for, and another for another operation or secret', () => {
    expect(firstDraw('a', 'operation')).toBe(firstDraw('a', 'operation'))
    expect(firstDraw('a', 'operation')).not.toBe(firstDraw('a', 'operatioo'))
    expect(firstDraw('a', 'operation')).not.toBe(firstDraw('b', 'operation'))
  })

  it('gives nothing away: secrets that agree on one operation do not agree on the next', () => {
    // Were a secret reduced to 32 bits before the id came to it, whoever finds one with the same results would know
    // every later result: among so many secrets a handful would agree, and agree for ever.
    const secretOf = new Map<number, string>()
    const agreeing: (readonly [string, string])[] = []
    for (let index = 0; index < SECRETS; index += 1) {
      const secret = createHash('sha256').update(String(index)).digest('base64url')
      const draw = firstDraw(secret, 'operation 1')
      const other = secretOf.get(draw)
      if (other !== undefined) agreeing.push([other, secret])
      secretOf.set(draw, secret)
    }
    expect(agreeing.length).toBeGreaterThan(0)
    for (const [one, other] of agreeing) {
      const draws = (secret: string) => [2, 3, 4, 5].map((number) => firstDraw(secret, `operation ${number}`))
      expect(draws(one)).not.toEqual(draws(other))
    }
  })
})

function rotateLeft(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits))
}
