import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { SERVER_KEY_SCOPES } from '@clutch/contract'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { createServerKey } from '../../src/areas/server-keys/manage-keys.ts'
import { checkIntegrity } from '../../src/integrity/integrity-check.ts'
import { AREAS } from '../../src/server-areas.ts'
import { CRASH_TIMEOUT_MS, endServers, startUnderLoad } from '../support/crash-scenario.ts'
import { FIRST_ITEM_ID, makePack } from '../support/make-pack.ts'
import { ServerClient } from '../support/server-client.ts'
import { createTestStore, STORE_KINDS } from '../support/stores.ts'

const KILLS = 2
const PLAYERS = 200
/** Each sends every drop twice, as after a lost response. */
const ROUNDS = 12
const FIRST_STEAM_ID = 76_561_197_000_000_000n
/** Kills come while bulks are in progress, which take tens of milliseconds each. */
const KILL_AFTER_MS = 150

const steamIds = Array.from({ length: PLAYERS }, (_, index) => String(FIRST_STEAM_ID + BigInt(index)))

function bulk(round: number): object {
  return {
    transactions: steamIds.map((steam_id) => ({
      steam_id,
      transaction_id: `drop:${round}:${steam_id}`,
      kind: 'quest_drop',
      items: [{ item_id: FIRST_ITEM_ID, delta: 1 }],
      coins: 2,
      create_player: true,
    })),
  }
}

afterEach(endServers)

describe.each(STORE_KINDS)('a server killed during bulk grants on %s', (kind) => {
  it(
    'grants every drop exactly once when the game’s server repeats what got no response',
    async () => {
      const store = await createTestStore(kind)
      const opened = await store.open()
      const { secret } = await createServerKey(
        opened.db,
        {
          name: 'quests',
          scopes: [...SERVER_KEY_SCOPES],
          networks: [],
          expires_at: null,
          ceilings: { coins: null, units_per_item: null },
          test: false,
        },
        'test',
      )
      await opened.close()
      const environment = {
        ...store.environment,
        CONTENT_DIR: makePack({ items: 3, starterCoins: 0, starterCount: 1 }),
        LOAD_PLAYERS: '1',
      }
      const waiting = new Set(Array.from({ length: ROUNDS }, (_, round) => round))
      for (let kills = 0; waiting.size > 0; kills += 1) {
        const server = await startUnderLoad(environment)
        const game = new ServerClient(server.url, secret)
        const ended = once(server.child, 'exit')
        const grants = Promise.allSettled(
          [...waiting].map(async (round) => {
            await Promise.all([bulk(round), bulk(round)].map((body) => post(game, body)))
            waiting.delete(round)
          }),
        )
        if (kills < KILLS) await wait(KILL_AFTER_MS)
        else await grants
        server.child.kill('SIGKILL')
        await Promise.all([grants, ended])
      }
      const after = await store.open()
      const { rows } = await sql<{ asset: number; free: number; players: number }>`
        select asset, free, count(*)::bigint as players from balance
        join player using (user_id) where steam_id = any(${steamIds}) group by asset, free order by asset`.execute(
        after.db,
      )
      expect(rows).toEqual([
        { asset: 0, free: 2 * ROUNDS, players: PLAYERS },
        { asset: FIRST_ITEM_ID, free: ROUNDS, players: PLAYERS },
      ])
      expect(await checkIntegrity(after.slowDb, AREAS)).toEqual([])
      await after.close()
      await store.remove()
    },
    CRASH_TIMEOUT_MS,
  )
})

/** @throws unless all transactions of the bulk were posted */
async function post(game: ServerClient, body: object): Promise<void> {
  const { outcomes } = await game.call('POST /transactions', { body })
  if (outcomes.some(({ error }) => error !== null)) throw new Error('Not all drops were granted')
}
