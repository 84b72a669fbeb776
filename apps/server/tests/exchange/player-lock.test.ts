import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PlayerLocks } from '../../src/platform/player-lock.ts'
import type { Store } from '../../src/store/store.ts'
import { createTestStore, STORE_KINDS, type TestStore } from '../support/stores.ts'

const TURN_TAKES_MS = 30
const signal = new AbortController().signal

describe.each(STORE_KINDS)('platform locks on %s', (kind) => {
  let testStore: TestStore
  let store: Store
  beforeAll(async () => {
    testStore = await createTestStore(kind)
    store = await testStore.open()
  })
  afterAll(async () => {
    await store.close()
    await testStore.remove()
  })

  it('admit one call at a time for a player across all servers, and do not block other players', async () => {
    const servers = [new PlayerLocks(store.db), new PlayerLocks(store.db)]
    const running = new Map<string, number>()
    const bothRun = Promise.withResolvers<undefined>()
    const act = (steamId: string) => async () => {
      running.set(steamId, (running.get(steamId) ?? 0) + 1)
      expect(running.get(steamId)).toBe(1)
      // Neither is released before a call of the other player has begun.
      if ([...running.values()].filter((count) => count > 0).length > 1) bothRun.resolve(undefined)
      await bothRun.promise
      await wait(TURN_TAKES_MS)
      running.set(steamId, 0)
    }
    await Promise.all(
      servers.flatMap((turns) => ['1', '2', '1', '2'].map((steamId) => turns.take(steamId, signal, act(steamId)))),
    )
    expect(await store.db.selectFrom('platform_lock').selectAll().execute()).toEqual([])
  })

  it('expire when their holder is gone, which then learns of it', async () => {
    let nowMs = 0
    const [gone, next] = [new PlayerLocks(store.db, () => nowMs), new PlayerLocks(store.db, () => nowMs)]
    await gone.take('3', signal, async (turn) => {
      await turn.renew()
      nowMs += 3_600_000
      await next.take('3', signal, async () => expect(turn.renew()).rejects.toThrow('The platform lock was lost'))
    })
  })
})
