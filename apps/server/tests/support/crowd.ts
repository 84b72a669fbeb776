import { asUserId } from '@clutch/economy'
import { v7 } from 'uuid'
import { expect } from 'vitest'
import { newSteamId } from './player.ts'
import type { TestServer } from './test-server.ts'

/** On a busy machine more would exceed the time limit of queued commands. */
const REGISTERED_AT_ONCE = 100

/** Registers this many players, who never sign in. @returns their accounts */
export async function registerCrowd({ server }: TestServer, count: number): Promise<string[]> {
  const steamIds = Array.from({ length: count }, newSteamId)
  for (let first = 0; first < count; first += REGISTERED_AT_ONCE) {
    const outcomes = await Promise.all(
      steamIds.slice(first, first + REGISTERED_AT_ONCE).map((steamId) =>
        server.context.writer.submit<'register_player'>({
          command: {
            type: 'register_player',
            userId: asUserId(v7()),
            steamId,
            name: `Crowd ${steamId}`,
            isNameConfirmed: true,
            language: 'en',
          },
          actorId: asUserId(v7()),
          idempotency: undefined,
        }),
      ),
    )
    expect(outcomes.filter(({ ok }) => !ok)).toEqual([])
  }
  return steamIds
}
