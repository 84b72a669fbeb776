import { asAlertId, asLotId, asUserId, WORLD, type Command, type UserId } from '@clutch/economy'
import { sql, type Kysely } from 'kysely'
import * as z from 'zod'
import { noteDeletion } from '../../backup/deletions-file.ts'
import type { Database } from '../../store/database.ts'
import type { TaskHandlers } from '../../tasks/tasks.ts'
import type { AuthContext } from '../auth/sign-in.ts'
import { stateCode, stateOf } from '../social/codes.ts'
import { erasePersonalData } from './erase-personal-data.ts'
import { DELETION_TASK } from './deletion-requests.ts'

const payload = z.object({ user_id: z.guid() })
/** Commands sent at the same time, so that a player with much does not fill the writer's queue. */
const COMMANDS_AT_ONCE = 100

/**
 * Deletes an account once it is due (integration §6). Each step finds what is left to do in the database, so an attempt
 * that was interrupted anywhere is repeated from the start. Coin exchanges end first: until then the task fails and is
 * retried.
 */
export function deletionTasks(context: AuthContext): TaskHandlers {
  const { db, slowDb } = context.store
  return {
    async [DELETION_TASK](given, signal) {
      const userId = asUserId(payload.parse(given).user_id)
      if (!(await start(db, userId))) return
      // Before anything is erased: a deletion that the file lacks would be undone by restoring a backup.
      await noteDeletion(context.config.backups.folder, { user_id: userId, is_kept: false })
      await endAccess(context, userId)
      const run = new Deletion(context, userId, signal)
      await run.endRelations()
      await run.endOrders()
      await run.awaitExchanges()
      // Of a sign-in that was under way when the deletion started.
      await endAccess(context, userId)
      await erasePersonalData(slowDb, userId)
      await run.send([{ type: 'close_account', userId }])
      // What arrived by the Steam id just before it was erased.
      if (await ownsAnything(db, userId)) await run.send([{ type: 'close_account', userId }])
    },
  }
}

/** @returns false when the deletion is not due, was cancelled, or is complete */
async function start(db: Kysely<Database>, userId: string): Promise<boolean> {
  const nowMs = Date.now()
  const started = await db
    .updateTable('account_deletion')
    .set({ started_at_ms: sql`coalesce(started_at_ms, ${nowMs}::bigint)` })
    .where('user_id', '=', userId)
    .where('due_at_ms', '<=', nowMs)
    .where((by) => by.or([by('closed_at_ms', 'is', null), by('erased_at_ms', 'is', null)]))
    .returning('user_id')
    .executeTakeFirst()
  return started !== undefined
}

/** Ends sessions and keys. */
async function endAccess({ store, sessions, accessTokens }: AuthContext, userId: string): Promise<void> {
  await store.db.deleteFrom('player_key').where('user_id', '=', userId).execute()
  for (const sessionId of await sessions.endAllOf(userId)) accessTokens.endSession(sessionId)
}

async function ownsAnything(db: Kysely<Database>, userId: string): Promise<boolean> {
  const query = db.selectFrom('balance').select('asset').where('user_id', '=', userId)
  return (await query.where((by) => by.or([by('free', '>', 0), by('held', '>', 0)])).executeTakeFirst()) !== undefined
}

/** What ends the player's side of a relation. */
const ENDING = {
  sent: 'cancel_invitation',
  received: 'decline_friend_invite',
  accepted: 'remove_friend',
} as const
const OPEN_STATES = [stateCode('sent'), stateCode('received'), stateCode('accepted')]

/** The commands that end what a player has open. */
class Deletion {
  readonly #context: AuthContext
  readonly #userId: UserId
  readonly #signal: AbortSignal

  constructor(context: AuthContext, userId: UserId, signal: AbortSignal) {
    this.#context = context
    this.#userId = userId
    this.#signal = signal
  }

  /** Ends friendships with the trades between friends, invitations, and referrals whose reward was not earned. */
  async endRelations(): Promise<void> {
    const userId = this.#userId
    const { db } = this.#context.store
    const friends = db.selectFrom('friendship').select(['other_id', 'state', 'blocks']).where('user_id', '=', userId)
    await this.#repeat(
      () => friends.where((by) => by.or([by('state', 'in', OPEN_STATES), by('blocks', '=', true)])),
      ({ other_id, state, blocks }) => {
        const otherId = asUserId(other_id)
        if (blocks) return { type: 'unblock_user', userId, otherId }
        const open = stateOf(state)
        const isOpen = open === 'sent' || open === 'received' || open === 'accepted'
        return { type: isOpen ? ENDING[open] : 'remove_friend', userId, otherId }
      },
    )
    const newcomers = db.selectFrom('referral').select('user_id').where('earned_at_ms', 'is', null)
    await this.#repeat(
      () => newcomers.where('referrer_id', '=', userId),
      ({ user_id }) => ({ type: 'end_referrals', userId, newcomerIds: [asUserId(user_id)] }),
    )
    await this.#repeat(
      () => newcomers.select('referrer_id').where('user_id', '=', userId),
      ({ referrer_id }) => ({ type: 'end_referrals', userId: asUserId(referrer_id), newcomerIds: [userId] }),
    )
  }

  /** Cancels lots and price alerts. */
  async endOrders(): Promise<void> {
    const userId = this.#userId
    const { db } = this.#context.store
    await this.#repeat(
      () => db.selectFrom('lot').select('lot_id').where('owner_id', '=', userId),
      ({ lot_id }) => ({ type: 'cancel_lot', userId, lotId: asLotId(lot_id) }),
    )
    await this.#repeat(
      () => db.selectFrom('price_alert').select('alert_id').where('user_id', '=', userId),
      ({ alert_id }) => ({ type: 'delete_price_alert', userId, alertId: asAlertId(alert_id) }),
    )
  }

  /** @throws while coin exchanges are open */
  async awaitExchanges(): Promise<void> {
    const open = await this.#context.store.db
      .selectFrom('exchange')
      .select('exchange_id')
      .where('user_id', '=', this.#userId)
      .where('settled_at_ms', 'is', null)
      .executeTakeFirst()
    if (open !== undefined) throw new Error(`The coin exchange ${open.exchange_id} has not ended`)
  }

  /** @throws when a command is rejected, except for one that finds nothing to do because it was repeated */
  async send(commands: readonly Command[]): Promise<void> {
    const outcomes = await Promise.all(
      commands.map((command) =>
        this.#context.writer.submit({
          command,
          actorId: WORLD,
          idempotency: undefined,
        }),
      ),
    )
    const failed = outcomes.find((outcome) => !outcome.ok && !ALREADY_DONE.has(outcome.error.code))
    if (failed?.ok === false) throw new Error(`A command was rejected: ${failed.error.code}`)
  }

  /** Sends the commands of the rows that a query finds, until it finds none. */
  async #repeat<Row>(
    query: () => { limit(count: number): { execute(): Promise<Row[]> } },
    toCommand: (row: Row) => Command,
  ): Promise<void> {
    for (;;) {
      this.#signal.throwIfAborted()
      const rows = await query().limit(COMMANDS_AT_ONCE).execute()
      if (rows.length === 0) return
      await this.send(rows.map(toCommand))
    }
  }
}

const ALREADY_DONE: ReadonlySet<string> = new Set([
  'lot_not_found',
  'alert_not_found',
  'not_friends',
  'invitation_not_found',
  'user_not_blocked',
])
