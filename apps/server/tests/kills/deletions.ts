import type { ServerResponse } from '@clutch/contract/server'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { requestDeletion } from '../../src/areas/account/deletion-requests.ts'
import type { Store } from '../../src/store/store.ts'
import { share } from '../support/chance.ts'
import { steamIdOf, type LoadServer } from '../support/load-server.ts'
import { CHANNELS, FIRST_ITEM_ID, RECIPES } from '../support/make-pack.ts'
import { searchDatabase } from '../support/search-database.ts'
import type { Grants } from './grants.ts'
import { request, whileUnavailable, type KilledWork } from './killed-work.ts'

/** A deletion with this many lots takes some tenths of a second. */
const LOTS = 150
/** Above what traders pay: nobody buys them. */
const LOWEST_PRICE = 1_000
const KILL_AFTER_MAX_MS = 400
const POLL_MS = 50
const TEXT = 'vexwhistle after midnight'

/** Players whose accounts are deleted, one per kill: nothing of them remains. */
export class Deletions implements KilledWork {
  readonly #grants: Grants
  readonly #steamIds: readonly string[]
  readonly #requested: { userId: string; steamId: string }[] = []
  /** How far the log of events has been read, and the deletions in it. */
  #cursor = ''
  #deleted = 0

  /**
   * @param grants the game's server, which learns of deletions
   * @param indexes the players at the load server
   */
  constructor(grants: Grants, indexes: readonly number[]) {
    this.#grants = grants
    this.#steamIds = indexes.map(steamIdOf)
  }

  /** Gives a player something to delete. */
  static async furnish(server: LoadServer, token = ''): Promise<void> {
    const send = async (path: string, body: object): Promise<void> => {
      const { status } = await request(server, token, { path, body })
      expect([path, status]).toEqual([path, 200])
    }
    for (let lot = 0; lot < LOTS; lot += 1) {
      const body = { item_type_id: FIRST_ITEM_ID, price: LOWEST_PRICE + lot, count: 1 }
      await send('/marketplace/create-sell-lot', body)
    }
    await send('/craft/start', { receipt_id: RECIPES.slowCraft, count: 1 })
    await send('/chat/send', { channel_id: CHANNELS.open, text: TEXT })
  }

  async prepare({ db }: Store): Promise<void> {
    const steamId = this.#steamIds[this.#requested.length] ?? ''
    const player = db.selectFrom('player').select('user_id').where('steam_id', '=', steamId)
    const { user_id: userId } = await player.executeTakeFirstOrThrow()
    await db.transaction().execute((trx) => requestDeletion(trx, userId, false, Date.now()))
    await db.updateTable('account_deletion').set({ due_at_ms: 1 }).where('user_id', '=', userId).execute()
    await makeDue(db)
    this.#requested.push({ userId, steamId })
  }

  async recover(server: LoadServer): Promise<void> {
    for (;;) {
      await this.#readOn(server)
      if (this.#deleted >= this.#requested.length) return
      await wait(POLL_MS)
    }
  }

  /** The deletion begins as the server starts. */
  async provoke(): Promise<void> {
    await wait(share() * KILL_AFTER_MAX_MS)
  }

  /** The claim of the killed server ends at once rather than after a minute. */
  async afterKill({ db }: Store): Promise<void> {
    await makeDue(db)
  }

  async check({ db }: Store): Promise<void> {
    for (const { userId, steamId } of this.#requested) {
      expect(await searchDatabase(db, [steamId, TEXT])).toEqual([])
      const left = db.selectFrom('balance').select(['asset', 'free', 'held']).where('user_id', '=', userId)
      expect((await left.execute()).filter(({ free, held }) => free > 0 || held > 0)).toEqual([])
    }
    const events = await db.selectFrom('logged_event').select('type').where('type', '=', 'player.deleted').execute()
    expect(events).toHaveLength(this.#requested.length)
    expect(this.#requested).toHaveLength(this.#steamIds.length)
  }

  /** A page has few events if most are of other types. */
  async #readOn(server: LoadServer): Promise<void> {
    const query = { types: 'player.deleted', ...(this.#cursor === '' ? {} : { after: this.#cursor }) }
    const game = this.#grants.client(server)
    const response = await whileUnavailable(() => game.send('GET /events', { query }))
    const { events, next } = (await response.json()) as ServerResponse<'GET /events'>
    this.#deleted += events.length
    this.#cursor = next
  }
}

function makeDue(db: Store['db']): Promise<unknown> {
  return sql`update task set due_at_ms = 1 where kind = 'delete_account'`.execute(db)
}
