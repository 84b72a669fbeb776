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

/** Shaped like an access token of a player. */
function tokenOf(player: string, made = 1): string {
  return `h.${Buffer.from(JSON.stringify({ sub: player, made, name: 'Ÿ?>' })).toString('base64url')}.s`
}

/** What another tab does: it writes the storage both share, and the browser tells this one. */
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

test('every change is told once, and no change not at all', () => {
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

  test('clearing the whole storage signs out, too', () => {
    storage.clear()
    dispatchStorageChange(null)
    expect(ended).toEqual(['out'])
  })

  test('a renewed token is taken over and forgets nothing', () => {
    inAnotherTab(tokenOf('marta', 2))
    expect(tokens.get()).toBe(tokenOf('marta', 2))
    expect(ended).toEqual([])
  })

  test("another player's token makes this one forget the player before", () => {
    inAnotherTab(tokenOf('otto'))
    expect(ended).toEqual(['other'])
  })

  test('a sign-in after a sign-out has nothing to forget', () => {
    inAnotherTab(null)
    inAnotherTab(tokenOf('otto'))
    expect(ended).toEqual(['out'])
  })

  test('what concerns other keys of the storage is not told', () => {
    changes = 0
    dispatchStorageChange('app-language')
    expect(changes).toBe(0)
  })
})

test('whom a token speaks for is read from it, and nonsense speaks for nobody', () => {
  expect(tokenSubject(tokenOf('marta'))).toBe('marta')
  for (const nonsense of ['', 'a', 'a.b', 'a.%.c', `a.${btoa('null')}.c`, `a.${btoa('{"sub":1}')}.c`]) {
    expect(tokenSubject(nonsense)).toBeUndefined()
  }
})
