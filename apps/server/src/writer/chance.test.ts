import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { rngOfOperation } from './chance.ts'

const WORD = 2 ** 32
const SECRETS = 200_000

function firstDraw(secret: string, operationId: string): number {
  return rngOfOperation(secret, operationId).below(WORD)
}

describe('random numbers of an operation', () => {
  it('are seeded with HMAC-SHA256, so that operators can recompute them', () => {
    // HMAC-SHA256("key", "The quick brown fox jumps over the lazy dog") = f7bc83f4 30538424 b13298e6 aa6fb143 …
    const rng = rngOfOperation('key', 'The quick brown fox jumps over the lazy dog')
    const second = 0x30538424
    const scrambled = Math.imul(rotateLeft(Math.imul(second, 5), 7), 9) >>> 0
    expect(rng.below(WORD)).toBe(scrambled)
  })

  it('are reproducible, and differ for another operation or secret', () => {
    expect(firstDraw('a', 'operation')).toBe(firstDraw('a', 'operation'))
    expect(firstDraw('a', 'operation')).not.toBe(firstDraw('a', 'operatioo'))
    expect(firstDraw('a', 'operation')).not.toBe(firstDraw('b', 'operation'))
  })

  it('reveal nothing: secrets that agree on one operation differ on the next', () => {
    // If the secret were reduced to 32 bits before the id is mixed in, a secret found by its results would predict all later
    // ones: among this many secrets a few would agree permanently.
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
