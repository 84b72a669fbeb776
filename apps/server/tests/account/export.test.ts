import { randomUUID } from 'node:crypto'
import { EXPORT_LIFE_DAYS } from '@clutch/contract'
import { DAY_SEC } from '@clutch/contract/formats'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { CHANNELS } from '../support/make-pack.ts'
import { order, serveMarket } from '../support/market-server.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { Player } from '../support/player.ts'
import { STORE_KINDS } from '../support/stores.ts'

const ADMIN = '76561198000000114'
const OPERATIONS = 2_345

describe.each(STORE_KINDS)('exporting a player’s data on %s', (kind) => {
  const { server, db, newItem, newPlayer } = serveMarket(kind, { chat: true }, { ADMIN_STEAM_IDS: ADMIN })

  /** Waits for the requested export and unpacks it. */
  const download = async (player: Player): Promise<Record<string, string>> => {
    const state = async () => (await player.call('GET /account')).export?.state
    await expect.poll(state, { timeout: PATIENCE_MS }).toBe('done')
    const response = await player.send('GET /account/export/file')
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip'])
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="clutch-data-[\d-]+\.zip"$/)
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
    return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))
  }
  const rowsOf = (files: Record<string, string>, name: string) =>
    JSON.parse(files[`${name}.json`] ?? '') as Record<string, unknown>[]

  it('contains everything stored about them, as JSON and CSV', async () => {
    const good = newItem()
    const anna = await newPlayer(10_000, { [good]: 3 })
    const admin = await Player.signIn(server(), ADMIN)
    await anna.call('POST /marketplace/create-sell-lot', order(good, 7, 2))
    const text = '=HYPERLINK("evil"); a, "b"'
    await anna.call('POST /chat/send', { channel_id: CHANNELS.open, text })
    const note = { steam_id: anna.steamId, text: 'likes hats', idempotency_key: randomUUID() }
    await admin.call('POST /admin/add-note', note)
    const requested = await anna.call('POST /account/export', {})
    expect(requested.export).toMatchObject({ state: 'waiting', by_support: false, expires_at: null })
    const files = await download(anna)
    expect(rowsOf(files, 'profile')).toMatchObject([{ steam_id: anna.steamId, user_id: anna.userId }])
    expect(rowsOf(files, 'lots')).toMatchObject([{ item_id: good, side: 'sell', price: 7, count: 2 }])
    expect(rowsOf(files, 'balances')).toContainEqual({ item_id: good, free: 1, held: 2 })
    expect(rowsOf(files, 'history').map(({ kind: name }) => name)).toContain('create_sell_lot')
    expect(rowsOf(files, 'chat-messages')).toMatchObject([{ text, channel_id: CHANNELS.open }])
    expect(files['chat-messages.csv']).toContain(`"'=HYPERLINK(""evil""); a, ""b"""`)
    expect(rowsOf(files, 'audit-log')).toMatchObject([
      { action: 'user.note', reason: 'likes hats', actor_role: 'admin' },
    ])
    expect(rowsOf(files, 'sessions')).toHaveLength(1)
    expect(rowsOf(files, 'coin-exchanges')).toEqual([])
    expect(files['coin-exchanges.csv']).toBe('')
    const { export: done } = await anna.call('GET /account')
    expect((done?.expires_at ?? 0) - (done?.requested_at ?? 0)).toBeGreaterThanOrEqual(EXPORT_LIFE_DAYS * DAY_SEC)
  })

  it('reads a long history in pages, each row once', async () => {
    const anna = await newPlayer()
    await sql`insert into operation (user_id, operation_id, kind, coin_change, coin_after)
      select ${anna.userId}, ('00000000-0000-7000-8000-' || lpad(number::text, 12, '0'))::uuid, 3, 0, number
      from generate_series(1, ${OPERATIONS}) as number`.execute(db())
    await anna.call('POST /account/export', {})
    const files = await download(anna)
    const rows = rowsOf(files, 'history').filter(({ operation_id: id }) => String(id).startsWith('00000000'))
    expect(new Set(rows.map(({ coin_after: number }) => number)).size).toBe(OPERATIONS)
    expect(rows).toHaveLength(OPERATIONS)
    expect(files['history.csv']?.split('\r\n').length).toBe(rowsOf(files, 'history').length + 2)
    await sql`delete from operation where user_id = ${anna.userId} and operation_id < '00000001-0000-0000-0000-000000000000'`.execute(
      db(),
    )
  })

  it('can be downloaded by its player alone, for seven days', async () => {
    const anna = await newPlayer()
    const other = await newPlayer()
    await anna.call('POST /account/export', {})
    await download(anna)
    await other.refused('no_export', 'GET /account/export/file')
    await db().updateTable('data_export').set({ expires_at_ms: 1 }).where('user_id', '=', anna.userId).execute()
    await anna.refused('no_export', 'GET /account/export/file')
    const rows = () => db().selectFrom('data_export').select('user_id').where('user_id', '=', anna.userId).execute()
    await expect.poll(rows, { timeout: PATIENCE_MS }).toEqual([])
  })

  it('starts over on another server when the one that made it dies, and is given up after some attempts', async () => {
    const anna = await newPlayer()
    const export_id = randomUUID()
    const row = { export_id, user_id: anna.userId, requested_at_ms: 1, is_by_support: false, expires_at_ms: null }
    await db()
      .insertInto('data_export')
      .values({ ...row, state: 'running', attempts: 2, claimed_until_ms: 1 })
      .execute()
    await db()
      .insertInto('data_export_chunk')
      .values({ export_id, number: 7, bytes: Buffer.from('half') })
      .execute()
    expect(rowsOf(await download(anna), 'profile')).toHaveLength(1)
    const given = { state: 'running', attempts: 5, claimed_until_ms: 1, expires_at_ms: null } as const
    await db().updateTable('data_export').set(given).where('export_id', '=', export_id).execute()
    const state = async () => (await anna.call('GET /account')).export?.state
    await expect.poll(state, { timeout: PATIENCE_MS }).toBe('failed')
    expect((await anna.call('POST /account/export', {})).export.state).toBe('waiting')
    await download(anna)
  })

  it('can be started by support, who cannot download it', async () => {
    const admin = await Player.signIn(server(), ADMIN)
    const anna = await newPlayer()
    const body = { steam_id: anna.steamId, reason: 'asked by mail', idempotency_key: randomUUID() }
    expect((await admin.call('POST /admin/export-player', body)).export.by_support).toBe(true)
    await download(anna)
    await admin.refused('no_export', 'GET /account/export/file')
    const { export: seen } = await admin.call('POST /admin/player-data', { steam_id: anna.steamId })
    expect(seen).toMatchObject({ state: 'done', by_support: true })
  })
})
