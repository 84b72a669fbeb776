import type { ServerResponse } from '@clutch/contract/server'
import { OPERATION_KINDS } from '@clutch/economy'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Store } from '../../src/store/store.ts'
import type { LoadServer } from '../support/load-server.ts'
import { FIRST_ITEM_ID } from '../support/make-pack.ts'
import { createTestKey, ServerClient } from '../support/server-client.ts'
import { whileUnavailable, type KilledWork } from './killed-work.ts'

/** Players who get drops; `npm run crash` has more. */
const PLAYERS = Number(process.env['CRASH_PLAYERS'] ?? 400)
/** Transactions of a call. */
const CALL_SIZE = 400
/** Drops for each player. Each call is sent twice, as after a lost response; more at once would be rejected. */
const BULKS = 2
const FIRST_STEAM_ID = 76_561_197_000_000_000n
/** Kills come while bulks are in progress, which take tens of milliseconds each. */
const KILL_AFTER_MS = 150

/** The players who are granted drops; they exist once a bulk has been posted. */
export const GRANTED = Array.from({ length: PLAYERS }, (_, index) => String(FIRST_STEAM_ID + BigInt(index)))

/** Those of them who get compensation: several portions of a run. */
export const COMPENSATED = GRANTED.slice(0, 400)

/** The game's server grants drops in bulk, and repeats what got no response. */
export class Grants implements KilledWork {
  readonly #secret: string
  readonly #waiting = new Set<number>()
  #bulks = 0

  private constructor(secret: string) {
    this.#secret = secret
  }

  static async open({ db }: Store): Promise<Grants> {
    return new Grants((await createTestKey(db)).secret)
  }

  client({ url }: LoadServer): ServerClient {
    return new ServerClient(url, this.#secret)
  }

  async recover(server: LoadServer): Promise<void> {
    const game = this.client(server)
    await Promise.all(
      [...this.#waiting].map(async (number) => {
        await Promise.all([postBulk(game, number), postBulk(game, number)])
        this.#waiting.delete(number)
      }),
    )
  }

  async provoke(server: LoadServer, recovered: Promise<unknown>): Promise<void> {
    await recovered
    for (let count = 0; count < BULKS; count += 1) this.#waiting.add((this.#bulks += 1))
    await Promise.race([this.recover(server).catch(() => undefined), wait(KILL_AFTER_MS)])
  }

  async check({ db }: Store): Promise<void> {
    const rows = await db
      .selectFrom('player')
      .innerJoin('balance', 'balance.user_id', 'player.user_id')
      .select(['steam_id', 'free'])
      .where('steam_id', 'in', GRANTED)
      .where('asset', '=', FIRST_ITEM_ID)
      .orderBy('steam_id')
      .execute()
    expect(rows).toEqual(GRANTED.map((steam_id) => ({ steam_id, free: this.#bulks })))
    const drops = await db
      .selectFrom('operation')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('kind', '=', OPERATION_KINDS.quest_drop.code)
      .executeTakeFirstOrThrow()
    expect(drops.count).toBe(PLAYERS * this.#bulks)
    expect(this.#bulks).toBeGreaterThan(0)
  }
}

/** @throws unless all transactions of the bulk were posted */
async function postBulk(game: ServerClient, number: number): Promise<void> {
  for (let from = 0; from < PLAYERS; from += CALL_SIZE) {
    const body = { transactions: GRANTED.slice(from, from + CALL_SIZE).map((steamId) => dropFor(steamId, number)) }
    const response = await whileUnavailable(() => game.send('POST /transactions', { body }))
    const { outcomes } = (await response.json()) as ServerResponse<'POST /transactions'>
    if (outcomes.some(({ error }) => error !== null)) throw new Error('Not all drops were granted')
  }
}

function dropFor(steam_id: string, number: number): object {
  return {
    steam_id,
    transaction_id: `drop:${number}:${steam_id}`,
    kind: 'quest_drop',
    items: [{ item_id: FIRST_ITEM_ID, delta: 1 }],
    coins: 2,
    create_player: true,
  }
}
