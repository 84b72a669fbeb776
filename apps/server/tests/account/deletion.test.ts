import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { DELETION_CONFIRMATION, DELETION_DELAY_DAYS } from '@clutch/contract'
import { DAY_SEC } from '@clutch/contract/formats'
import { COINS, OPERATION_KINDS } from '@clutch/economy'
import { sql, type Kysely } from 'kysely'
import { describe, expect, it } from 'vitest'
import { ERASED_NAME } from '../../src/areas/account/redact-texts.ts'
import { codeOfDirection, codeOfState } from '../../src/areas/exchange/codes.ts'
import { renamePlayer } from '../../src/areas/players/name-parts.ts'
import { deletionsFile, replayDeletions } from '../../src/backup/deletions-file.ts'
import { makeBackup } from '../../src/backup/backups.ts'
import { restoreBackup } from '../../src/backup/restore.ts'
import { AREAS } from '../../src/server-areas.ts'
import type { Database } from '../../src/store/database.ts'
import { openStore, type Store } from '../../src/store/store.ts'
import { CHANNELS, FIRST_ITEM_ID, RECIPES } from '../support/make-pack.ts'
import { order, serveMarket } from '../support/market-server.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { Player } from '../support/player.ts'
import { searchDatabase } from '../support/search-database.ts'
import { STORE_KINDS } from '../support/stores.ts'

const ADMIN = '76561198000000114'
const NAME = 'Zyxwanna (Quorl)'
const WORDS = ['quibblefax under my bed', 'vexwhistle after midnight']
const SEED = 'grandmothersBirthday'
const [ORE, INGOT, TOOL] = [FIRST_ITEM_ID, FIRST_ITEM_ID + 1, FIRST_ITEM_ID + 2]
const confirmation = DELETION_CONFIRMATION
const PACK = { production: true, chat: true, roulette: true, referralCoins: 50, referralMinValue: 1_000 }
const reasoned = (steam_id: string) => ({ steam_id, reason: 'asked by mail', idempotency_key: randomUUID() })

describe.each(STORE_KINDS)('deleting an account on %s', (kind) => {
  const { server, db, newItem, newPlayer, restart } = serveMarket(kind, PACK, { ADMIN_STEAM_IDS: ADMIN })
  const context = () => server().server.context

  const deletionOf = (userId: string) =>
    db().selectFrom('account_deletion').selectAll().where('user_id', '=', userId).executeTakeFirst()

  /** Lets the delay pass and waits for the deletion. */
  const delete14DaysLater = async ({ userId }: Player): Promise<void> => {
    await letDelayPass(db(), userId)
    await expect
      .poll(async () => (await deletionOf(userId))?.closed_at_ms, { timeout: PATIENCE_MS })
      .toEqual(expect.any(Number))
  }

  /** A player with something in every part of the game. */
  const busyPlayer = async (): Promise<{ anna: Player; friend: Player }> => {
    const good = newItem()
    const anna = await newPlayer(50_000, { [good]: 500, [TOOL]: 20, [ORE]: 100 })
    await renamePlayer(db(), { userId: anna.userId, name: NAME })
    const friend = await newPlayer(50_000)
    const admin = await Player.signIn(server(), ADMIN)
    for (let price = 1; price <= 120; price += 1) {
      await anna.call('POST /marketplace/create-sell-lot', order(good, price + 100, 2))
    }
    await anna.call('POST /marketplace/create-buy-lot', order(good, 3, 5))
    await friend.call('POST /marketplace/create-buy-lot', order(good, 101, 1))
    await anna.call('POST /craft/start', { receipt_id: RECIPES.slowCraft, count: 1 })
    await anna.call('POST /craft/start', { receipt_id: RECIPES.slowCraft, count: 2 })
    await anna.call('POST /factory/start', { receipt_id: RECIPES.factory, input_ids: [TOOL], count: 1 })
    const select = (item_id: number) => [{ item_id, limit: 0, priority: 0, max: 0 }]
    const items = [select(ORE), select(TOOL)]
    await anna.call('POST /harvest/update', { receipt_id: RECIPES.harvest, enabled: true, max_parallel: 3, items })
    await anna.call('POST /rent/put', { item_id: TOOL, count: 2 })
    await anna.call('POST /alerts/create', { item_id: INGOT, side: 'sell', direction: 'below', price: 1 })
    await anna.call('POST /roulette/set-client-seed', { client_seed: SEED })
    await anna.call('POST /roulette/spin', { count: 1 }, { 'idempotency-key': randomUUID() })
    await anna.call('POST /social/send-friend-invite', { friend_uuid: friend.userId })
    await friend.call('POST /social/accept-friend-invite', { friend_uuid: anna.userId })
    await anna.call('POST /social/create-trade', { user_uuid: friend.userId })
    await anna.call('POST /social/send-friend-invite', { friend_uuid: admin.userId })
    await Player.signIn(server(), undefined, anna.userId)
    const said = []
    for (const text of WORDS) {
      said.push((await anna.call('POST /chat/send', { channel_id: CHANNELS.open, text })).message.id)
    }
    await friend.call('POST /chat/report', { id: said[0] ?? 0, reason: 'rude' })
    await admin.call('POST /chat/delete', { id: said[1] ?? 0 })
    await admin.call('POST /chat/time-out', { user_uuid: anna.userId, seconds: 60, reason: 'rude' })
    const text = `${NAME} wrote from ${anna.steamId}`
    await admin.call('POST /admin/add-note', { steam_id: anna.steamId, text, idempotency_key: randomUUID() })
    await admin.call('POST /admin/find-users', { q: NAME })
    await db()
      .insertInto('webhook_delivery')
      .values({
        delivery_id: randomUUID(),
        webhook_id: 'quests',
        event_id: '1',
        type: 'operation.posted',
        trigger: 'event',
        attempt: 1,
        at_ms: Date.now(),
        latency_ms: 5,
        status: 200,
        state: 'delivered',
        error: null,
        body: JSON.stringify({ type: 'operation.posted', data: { steam_id: anna.steamId } }),
      })
      .execute()
    return { anna, friend }
  }

  it('leaves no name, Steam id or text of theirs in any table, and all sums true', async () => {
    const { anna, friend } = await busyPlayer()
    await anna.call('POST /account/export', {})
    const texts = [NAME, 'zyxwanna', anna.steamId, SEED, ...WORDS]
    const tables = (await searchDatabase(db(), texts)).map((row) => row.split(':')[0])
    const expected = ['audit_log', 'chat_message', 'chat_report', 'player', 'player_name_part', 'webhook_delivery']
    expect(tables).toEqual(expect.arrayContaining(expected))
    await anna.call('POST /account/delete', { confirmation })
    await delete14DaysLater(anna)
    expect(await searchDatabase(db(), [...texts, 'Zyxwanna', anna.token])).toEqual([])
    const left = db().selectFrom('balance').select('asset').where('user_id', '=', anna.userId)
    expect(await left.where((by) => by.or([by('free', '>', 0), by('held', '>', 0)])).execute()).toEqual([])
    for (const table of [
      'lot',
      'job',
      'harvest_group',
      'price_alert',
      'session',
      'notification',
      'data_export',
    ] as const) {
      const owner = table === 'lot' ? 'owner_id' : 'user_id'
      const { rows } = await sql`select from ${sql.table(table)} where ${sql.ref(owner)} = ${anna.userId}`.execute(db())
      expect([table, rows.length]).toEqual([table, 0])
    }
    expect((await friend.call('GET /social/get-friend-list')).response).toEqual([])
    expect((await friend.call('GET /social/get-active-trades')).response).toEqual([])
    const log = await db().selectFrom('audit_log').select(['action', 'target', 'reason']).execute()
    const note = log.find(({ action }) => action === 'user.note')
    expect(note?.reason).toMatch(new RegExp(`^${ERASED_NAME} wrote from 76561195\\d{9}$`))
  })

  it('burns what they owned as account_deleted, in history, report and event log', async () => {
    const anna = await newPlayer(700)
    const coins = await anna.coins()
    await anna.call('POST /account/delete', { confirmation })
    await delete14DaysLater(anna)
    const operations = await db()
      .selectFrom('operation')
      .selectAll()
      .where('user_id', '=', anna.userId)
      .where('kind', '=', OPERATION_KINDS.account_deleted.code)
      .execute()
    expect(operations.map(({ coin_change, coin_after }) => [coin_change, coin_after])).toEqual([[-coins, 0]])
    const flows = db().selectFrom('economy_flow_day').select('burned').where('asset', '=', COINS)
    const [flow] = await flows.where('kind', '=', OPERATION_KINDS.account_deleted.code).execute()
    expect(Number(flow?.burned)).toBeGreaterThanOrEqual(coins)
    const events = await db().selectFrom('logged_event').select('data').where('type', '=', 'player.deleted').execute()
    expect(events.filter(({ data }) => JSON.stringify(data).includes(anna.userId))).toHaveLength(1)
  })

  it('ends all sessions at once; signing in and keeping the account cancels it', async () => {
    const anna = await newPlayer()
    const { deletion } = await anna.call('POST /account/delete', { confirmation })
    expect(deletion.deletes_at - deletion.requested_at).toBe(DELETION_DELAY_DAYS * DAY_SEC)
    await anna.refused('unauthorized', 'GET /account')
    const again = await Player.signIn(server(), anna.steamId)
    expect(again.userId).toBe(anna.userId)
    expect((await again.call('GET /get_profile')).user.deletes_at).toBe(deletion.deletes_at)
    await again.call('POST /account/keep', {})
    await again.refused('no_deletion', 'POST /account/keep', {})
    expect(await again.call('GET /account')).toMatchObject({ deletion: null })
    await sql`update task set due_at_ms = 1 where payload->>'user_id' = ${anna.userId}`.execute(db())
    const tasks = () => sql`select from task where payload->>'user_id' = ${anna.userId}`.execute(db())
    await expect.poll(async () => (await tasks()).rows.length, { timeout: PATIENCE_MS }).toBe(0)
    expect(await again.coins()).toBeGreaterThan(0)
  })

  it('needs the typed confirmation', async () => {
    const anna = await newPlayer()
    await anna.refused('invalid_input', 'POST /account/delete', { confirmation: 'delete' as 'DELETE' })
    expect(await anna.call('GET /account')).toMatchObject({ deletion: null })
  })

  it('lets the same Steam id return as a new player, twice', async () => {
    const anna = await newPlayer(900)
    const ids = [anna.userId]
    for (let round = 0; round < 2; round += 1) {
      const player = await Player.signIn(server(), anna.steamId)
      await player.call('POST /account/delete', { confirmation })
      await delete14DaysLater(player)
      const next = await Player.signIn(server(), anna.steamId)
      expect(await next.coins()).toBe(1_000)
      ids.push(next.userId)
    }
    expect(new Set(ids).size).toBe(3)
  })

  it('waits for a coin exchange, during which nobody can sign in', async () => {
    const anna = await newPlayer(5_000)
    const exchangeId = randomUUID()
    await sql`insert into exchange (exchange_id, user_id, direction, currency, store_count, coins, state, created_at_ms)
      values (${exchangeId}, ${anna.userId}, ${codeOfDirection('from_steam')}, 'bronze', 1, 100, ${codeOfState('parked')}, 1)`.execute(
      db(),
    )
    await anna.call('POST /account/delete', { confirmation })
    await letDelayPass(db(), anna.userId)
    await expect
      .poll(async () => (await deletionOf(anna.userId))?.started_at_ms, { timeout: PATIENCE_MS })
      .toEqual(expect.any(Number))
    const body = new URLSearchParams({ ticket: `sim-${anna.steamId}`, username: 'Anna' })
    const signIn = await fetch(`${server().url}/api/auth/client_steam_auth_callback`, { method: 'POST', body })
    expect(await signIn.json()).toMatchObject({ code: 'deletion_in_progress' })
    expect((await deletionOf(anna.userId))?.erased_at_ms).toBeNull()
    await sql`delete from exchange where exchange_id = ${exchangeId}`.execute(db())
    await delete14DaysLater(anna)
    expect(await searchDatabase(db(), [anna.steamId])).toEqual([])
  })

  it('can be started and cancelled by support, with reason and audit row', async () => {
    const admin = await Player.signIn(server(), ADMIN)
    const anna = await newPlayer()
    const { deletion } = await admin.call('POST /admin/delete-player', reasoned(anna.steamId))
    expect(deletion.by_support).toBe(true)
    await anna.refused('unauthorized', 'GET /account')
    const { steamId: steam_id } = anna
    expect(await admin.call('POST /admin/player-data', { steam_id })).toMatchObject({ deletion })
    await admin.call('POST /admin/keep-player', reasoned(anna.steamId))
    await admin.refused('no_deletion', 'POST /admin/keep-player', reasoned(anna.steamId))
    await admin.refused('forbidden', 'POST /admin/delete-player', reasoned(ADMIN))
    const log = db().selectFrom('audit_log').select(['action', 'reason', 'outcome']).where('target', '=', steam_id)
    expect(await log.orderBy('audit_id').execute()).toEqual([
      { action: 'account.delete', reason: 'asked by mail', outcome: 'done' },
      { action: 'data_request.read', reason: '', outcome: 'done' },
      { action: 'account.keep', reason: 'asked by mail', outcome: 'done' },
      { action: 'account.keep', reason: 'asked by mail', outcome: 'no_deletion' },
    ])
  })

  it('continues after a restart', async () => {
    const { anna } = await busyPlayer()
    await anna.call('POST /account/delete', { confirmation })
    await letDelayPass(db(), anna.userId)
    await expect
      .poll(async () => (await deletionOf(anna.userId))?.started_at_ms, { timeout: PATIENCE_MS, interval: 5 })
      .toEqual(expect.any(Number))
    await restart()
    await delete14DaysLater(anna)
    expect(await searchDatabase(db(), [NAME, anna.steamId, ...WORDS])).toEqual([])
  })

  it('is repeated by a database restored to a time before it', async () => {
    const anna = await newPlayer(123)
    await anna.call('POST /account/delete', { confirmation })
    await delete14DaysLater(anna)
    const file = deletionsFile(context().config.backups.folder)
    await db().deleteFrom('account_deletion').where('user_id', '=', anna.userId).execute()
    const before = { steam_id: anna.steamId, name: 'Returned Wibble' }
    await db().updateTable('player').set(before).where('user_id', '=', anna.userId).execute()
    expect(await replayDeletions(db(), file)).toBe(1)
    expect(await searchDatabase(db(), [anna.steamId, before.name])).toEqual([])
    expect(await replayDeletions(db(), file)).toBe(0)
  })
})

describe('restoring a backup from before a deletion', () => {
  const { server, db, newPlayer } = serveMarket('pglite')

  it('deletes the player again, from the file next to the backups', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'clutch-deletions-'))
    const anna = await newPlayer(123)
    const { config, store } = server().server.context
    const backup = await makeBackup(embeddedIn(store), { dataDir: config.dataDir, backupDir: folder }, 'manual')
    await anna.call('POST /account/delete', { confirmation })
    await letDelayPass(db(), anna.userId)
    const file = deletionsFile(config.backups.folder)
    await expect.poll(() => readFile(file, 'utf8').catch(() => ''), { timeout: PATIENCE_MS }).toContain(anna.userId)
    const dataDir = join(folder, 'data')
    const { erased, findings } = await restoreBackup(backup, dataDir, AREAS, [file])
    expect([erased, findings]).toEqual([1, []])
    const restored = await openStore({ databaseUrl: undefined, dataDir })
    expect(await searchDatabase(restored.db, [anna.steamId])).toEqual([])
    await restored.close()
    rmSync(folder, { recursive: true, force: true })
  })
})

function embeddedIn({ embedded }: Store): NonNullable<Store['embedded']> {
  if (embedded === undefined) throw new Error('This store is not embedded')
  return embedded
}

/** Makes a requested deletion due now. */
async function letDelayPass(db: Kysely<Database>, userId: string): Promise<void> {
  await db.updateTable('account_deletion').set({ due_at_ms: 1 }).where('user_id', '=', userId).execute()
  await sql`update task set due_at_ms = 1 where payload->>'user_id' = ${userId}`.execute(db)
}
