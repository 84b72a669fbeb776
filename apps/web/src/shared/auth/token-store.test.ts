import { beforeEach, describe, expect, test } from 'vitest'
import { createMemoryStorage } from '../storage/memory-storage.ts'
import { followSession } from './follow-session.ts'
import { createTokenStore, type TokenStore } from './token-store.ts'
import { tokenSubject } from './token-subject.ts'

let storage: Storage
let tokens: TokenStore
let changes: number
let dispatchStorageChange: (key: string | null) => void

beforeEach(() => {
  storage = createMemoryStorage()
  const listeners: ((event: { key: string | null }) => void)[] = []
  tokens = createTokenStore(storage, {
    addEventListener: (_: string, listener: unknown) => void listeners.push(listener as (typeof listeners)[number]),
  })
  dispatchStorageChange = (key) => {
    for (const listener of listeners) listener({ key })
  }
  changes = 0
  tokens.subscribe(() => {
    changes += 1
  })
})

/** Shaped like a player's access token. */
function tokenOf(player: string, made = 1): string {
  return `h.${Buffer.from(JSON.stringify({ sub: player, made, name: 'Ÿ?>' })).toString('base64url')}.s`
}

/** Simulates another tab: it writes the shared storage, and the browser notifies this one. */
function inAnotherTab(token: string | null): void {
  if (token === null) storage.removeItem('access_token')
  else storage.setItem('access_token', token)
  dispatchStorageChange('access_token')
}

test('the token is persisted as access_token', () => {
  tokens.set('a')
  expect(storage.getItem('access_token')).toBe('a')
  tokens.set(null)
  expect(storage.getItem('access_token')).toBeNull()
})

test('the logout-hidden flag is persisted as is_logout_hidden', () => {
  expect(tokens.isLogoutHidden()).toBe(false)
  tokens.hideLogout(true)
  expect(storage.getItem('is_logout_hidden')).toBe('true')
  tokens.hideLogout(false)
  expect(tokens.isLogoutHidden()).toBe(false)
})

test('subscribers hear every change once, and nothing without a change', () => {
  tokens.set('a')
  tokens.set('a')
  tokens.set('b')
  expect(changes).toBe(2)
})

describe('two tabs', () => {
  let ended: string[]
  beforeEach(() => {
    ended = []
    tokens.set(tokenOf('marta'))
    followSession(tokens, { onSignOut: () => ended.push('out'), onOtherPlayer: () => ended.push('other') })
  })

  test('a sign-out in one signs out the other, once', () => {
    inAnotherTab(null)
    dispatchStorageChange('is_logout_hidden')
    expect(tokens.get()).toBeNull()
    expect(ended).toEqual(['out'])
  })

  test('clearing the whole storage also signs out', () => {
    storage.clear()
    dispatchStorageChange(null)
    expect(ended).toEqual(['out'])
  })

  test('a renewed token is adopted and clears nothing', () => {
    inAnotherTab(tokenOf('marta', 2))
    expect(tokens.get()).toBe(tokenOf('marta', 2))
    expect(ended).toEqual([])
  })

  test("another player's token clears the previous player's data", () => {
    inAnotherTab(tokenOf('otto'))
    expect(ended).toEqual(['other'])
  })

  test('a sign-in after a sign-out has nothing to clear', () => {
    inAnotherTab(null)
    inAnotherTab(tokenOf('otto'))
    expect(ended).toEqual(['out'])
  })

  test('changes of other storage keys are ignored', () => {
    changes = 0
    dispatchStorageChange('app-language')
    expect(changes).toBe(0)
  })
})

test("a token's subject is read from it; garbage has none", () => {
  expect(tokenSubject(tokenOf('marta'))).toBe('marta')
  for (const nonsense of ['', 'a', 'a.b', 'a.%.c', `a.${btoa('null')}.c`, `a.${btoa('{"sub":1}')}.c`]) {
    expect(tokenSubject(nonsense)).toBeUndefined()
  }
})
