import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { AccessTokens, ACCESS_TOKEN_LIFE_SEC } from './access-tokens.ts'
import { keysOfSetting, newKeyText } from './signing-keys.ts'

const CLAIMS = {
  userId: '01890000-0000-7000-8000-000000000001',
  sessionId: '01890000-0000-7000-8000-000000000002',
  roles: ['player'],
} as const
const [OLD_KEY, NEW_KEY] = [newKeyText(), newKeyText()]
const everySession = (): Promise<boolean> => Promise.resolve(true)

function tokens(keys: readonly string[], isOpen = everySession): AccessTokens {
  return new AccessTokens({ keys: keysOfSetting(keys), isOpen })
}

describe('access tokens', () => {
  it('signed before a key rotation stay valid until the old key is removed', async () => {
    const token = await tokens([OLD_KEY]).issue(CLAIMS, ACCESS_TOKEN_LIFE_SEC)
    expect(await tokens([NEW_KEY, OLD_KEY]).verify(token)).toEqual(CLAIMS)
    expect(await tokens([NEW_KEY]).verify(token)).toBeUndefined()
  })

  it('become invalid when their key retires, even if they were verified before', async () => {
    let nowMs = Date.now()
    const token = await tokens([OLD_KEY]).issue(CLAIMS, ACCESS_TOKEN_LIFE_SEC)
    const [old, recent] = keysOfSetting([OLD_KEY, NEW_KEY])
    if (old === undefined || recent === undefined) throw new Error('two keys')
    const keys = [recent, { ...old, retiresAtMs: nowMs + 1_000 }]
    const rotated = new AccessTokens({ keys, isOpen: everySession, nowMs: () => nowMs })
    expect(await rotated.verify(token)).toEqual(CLAIMS)
    nowMs += 1_000
    expect(await rotated.verify(token)).toBeUndefined()
  })

  it('of a session that never existed are invalid, whichever key signed them', async () => {
    const token = await tokens([OLD_KEY]).issue(CLAIMS, ACCESS_TOKEN_LIFE_SEC)
    expect(await tokens([OLD_KEY], () => Promise.resolve(false)).verify(token)).toBeUndefined()
  })

  it('of a session that ends while the store is queried are invalid', async () => {
    const token = await tokens([OLD_KEY]).issue(CLAIMS, ACCESS_TOKEN_LIFE_SEC)
    const checking: AccessTokens = tokens([OLD_KEY], () => {
      checking.noteEnded(CLAIMS.sessionId)
      return Promise.resolve(true)
    })
    expect(await checking.verify(token)).toBeUndefined()
  })

  it('query the store once per session', async () => {
    let asked = 0
    const checking = tokens([OLD_KEY], () => {
      asked += 1
      return Promise.resolve(true)
    })
    const signer = tokens([OLD_KEY])
    for (let index = 0; index < 3; index += 1) {
      const token = await signer.issue(CLAIMS, ACCESS_TOKEN_LIFE_SEC + index)
      expect(await checking.verify(token)).toEqual(CLAIMS)
      expect(await checking.verify(token)).toEqual(CLAIMS)
    }
    expect(asked).toBe(1)
  })

  it('for another audience, or without one, are invalid', async () => {
    const [key] = keysOfSetting([OLD_KEY])
    if (key === undefined) throw new Error('a key')
    const sign = (audience: string | undefined): Promise<string> => {
      const token = new SignJWT({ sid: CLAIMS.sessionId, roles: [...CLAIMS.roles] })
        .setProtectedHeader({ alg: 'HS256', kid: key.id })
        .setSubject(CLAIMS.userId)
        .setIssuer('clutch')
        .setExpirationTime('10m')
      if (audience !== undefined) token.setAudience(audience)
      return token.sign(key.bytes)
    }
    expect(await tokens([OLD_KEY]).verify(await sign('clutch-api'))).toEqual(CLAIMS)
    expect(await tokens([OLD_KEY]).verify(await sign('another'))).toBeUndefined()
    expect(await tokens([OLD_KEY]).verify(await sign(undefined))).toBeUndefined()
  })
})
