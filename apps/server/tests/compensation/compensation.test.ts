import { randomUUID } from 'node:crypto'
import type { CallBody, CompensationRun } from '@clutch/contract'
import { describe, expect, it } from 'vitest'
import type { Operator } from '../../src/store/audit-log.ts'
import { continueRun } from '../../src/areas/compensation/run-task.ts'
import { registerCrowd } from '../support/crowd.ts'
import { order, serveMarket } from '../support/market-server.ts'
import { Player } from '../support/player.ts'
import { STORE_KINDS } from '../support/stores.ts'

const ADMIN = '76561198000000114'
const PREVIEW = 'POST /admin/compensation/preview'
const START = 'POST /admin/compensation/start'
/** Several portions, so that a stop falls between two. */
const CROWD = 600
/** Grants without a note. */
const LOST = 40
const REASON = 'the "outage" of Monday'

type StartBody = CallBody<typeof START>

describe.each(STORE_KINDS)('compensation on %s', (kind) => {
  const { server, db, newItem, newPlayer, restart, sameAt } = serveMarket(kind, {}, { ADMIN_STEAM_IDS: ADMIN })

  function bodyOf(text: string, gives: Pick<StartBody, 'coins' | 'items'>, expected: number): StartBody {
    const players = { kind: 'list', text } as const
    return { players, ...gives, idempotency_key: randomUUID(), reason: REASON, expected_players: expected }
  }

  async function ended(admin: Player, id: string): Promise<CompensationRun> {
    const find = async () =>
      (await admin.call('POST /admin/compensation/runs', {})).response.find((run) => run.id === id)
    await expect.poll(async () => (await find())?.ended_at ?? null).not.toBeNull()
    const run = await find()
    if (run === undefined) throw new Error('No such run')
    return run
  }

  const operationsOf = (runId: string) =>
    db().selectFrom('operation').select(['user_id', 'coin_change']).where('cause_id', '=', runId).execute()

  it('previews recipients and grants, and starts once per key for exactly those players', async () => {
    const item = newItem()
    const admin = await Player.signIn(server(), ADMIN)
    const [anna, boris, chiyo] = [await newPlayer(), await newPlayer(), await newPlayer()]
    await db().updateTable('player').set({ name: 'Old Oriole' }).where('user_id', '=', anna.userId).execute()
    await db()
      .updateTable('player')
      .set({ name: 'Twin' })
      .where('user_id', 'in', [boris.userId, chiyo.userId])
      .execute()
    const text = ` old oriole, ${boris.steamId} ${anna.userId.toUpperCase()};twin\nnobody at all`
    const players = { kind: 'list', text } as const
    const gives = { coins: 70, items: [{ item_id: item, count: 3 }] }
    expect(await admin.call(PREVIEW, { players, ...gives })).toMatchObject({
      players: 2,
      coins_total: 140,
      items_total: [{ item_id: item, count: 6 }],
      not_understood: [
        { entry: 'twin', why: 'ambiguous' },
        { entry: 'nobody at all', why: 'unknown' },
      ],
      repeated: 1,
    })
    const had = await anna.coins()
    await admin.refused('players_changed', START, bodyOf(text, gives, 3))
    const body = bodyOf(text, gives, 2)
    const [{ run }, again] = await Promise.all([admin.call(START, body), admin.call(START, body)])
    expect(again.run.id).toBe(run.id)
    await admin.refused('idempotency_conflict', START, { ...body, coins: 71 })
    expect(await ended(admin, run.id)).toMatchObject({ players: 2, granted: 2, refused: 0, reason: REASON, coins: 70 })
    expect((await admin.call('GET /console/compensation-progress')).response).toEqual([])
    expect([await anna.coins(), await anna.countOf(item), await boris.countOf(item)]).toEqual([had + 70, 3, 3])
    expect(await chiyo.countOf(item)).toBe(0)
    const rows = (await admin.call('POST /admin/audit', { target: anna.steamId, action: 'compensation.grant' }))
      .response
    expect(rows).toMatchObject([
      {
        outcome: 'done',
        reason: REASON,
        before: { [anna.userId]: { 0: had } },
        after: { [anna.userId]: { 0: had + 70, [item]: 3 } },
      },
    ])
    const starts = (await admin.call('POST /admin/audit', { action: 'compensation.start' })).response
    expect(starts.map(({ outcome }) => outcome).toReversed()).toEqual([
      'players_changed',
      'done',
      'repeated',
      'idempotency_conflict',
    ])
  })

  it('reaches players who meet all conditions, and reports those who could not receive it', async () => {
    const item = newItem()
    const admin = await Player.signIn(server(), ADMIN)
    const [rich, selling] = [await newPlayer(0, { [item]: 1 }), await newPlayer(0, { [item]: 2 })]
    // Goods on hold are owned, too.
    await selling.call('POST /marketplace/create-sell-lot', order(item, 900, 2))
    // A player who gave all of it away is no owner.
    const former = await newPlayer(0, { [item]: 1 })
    const taken = { steam_id: former.steamId, item_id: item, count: 1, idempotency_key: randomUUID() }
    await admin.call('POST /admin/consume', taken)
    const players = { kind: 'filter', owns_item: item } as const
    const preview = await admin.call(PREVIEW, { players, coins: 5 })
    expect(preview.sample.map(({ steam_id }) => steam_id).toSorted()).toEqual(
      [rich.steamId, selling.steamId].toSorted(),
    )
    const now = Math.floor(Date.now() / 1_000)
    const count = async (filter: object) =>
      (await admin.call(PREVIEW, { players: { ...players, ...filter }, coins: 5 })).players
    expect(await count({ signed_up_before: now - 3_600 })).toBe(0)
    expect(await count({ signed_up_before: now + 60, active_since: now })).toBe(2)
    expect(await count({ active_since: now + 86_400 })).toBe(0)
    // The world has no room for one more of these.
    await rich.grant(0, { [item]: Number.MAX_SAFE_INTEGER - 3 })
    const body = { players, reason: REASON, expected_players: 2, idempotency_key: randomUUID() }
    const { run } = await admin.call(START, { ...body, items: [{ item_id: item, count: 1 }] })
    expect(await ended(admin, run.id)).toMatchObject({ granted: 0, refused: 2 })
    const { response } = await admin.call('POST /admin/compensation/refusals', { run_id: run.id })
    expect(response.map(({ code }) => code)).toEqual(['amount_too_large', 'amount_too_large'])
  })

  it('continues after a stop half-way and after a lost note, and every player has it exactly once', async () => {
    const crowd = await registerCrowd(server(), CROWD)
    const first = await Player.signIn(server(), ADMIN)
    const { run } = await first.call(START, bodyOf(crowd.join('\n'), { coins: 11 }, crowd.length))
    const countNotified = async () =>
      (await db().selectFrom('notification').select('user_id').where('coins', '=', 11).execute()).length
    // Read between two arbitrary statements of the run.
    const progress = async () =>
      (await db().selectFrom('compensation_run').select('granted').where('run_id', '=', run.id).executeTakeFirst())
        ?.granted ?? 0
    let granted = 0
    while (granted === 0) granted = await progress()
    expect(granted, 'it is stopped before it ends').toBeLessThan(crowd.length)
    await restart()
    const admin = sameAt(first)
    expect(await ended(admin, run.id)).toMatchObject({ players: CROWD, granted: CROWD, refused: 0 })
    const given = await operationsOf(run.id)
    expect(given).toHaveLength(CROWD)
    expect(new Set(given.map(({ user_id }) => user_id)).size).toBe(CROWD)
    expect(await countNotified()).toBe(CROWD)

    // As after a kill between a grant and its note, so long ago that its idempotency key has expired.
    const lost = given
      .map(({ user_id }) => user_id)
      .toSorted()
      .slice(0, LOST)
    await db()
      .updateTable('compensation_grant')
      .set({ state: 0 })
      .where('run_id', '=', run.id)
      .where('user_id', 'in', lost)
      .execute()
    const who = await db().selectFrom('compensation_run').select('operator').executeTakeFirstOrThrow()
    const operator = JSON.stringify({ ...(who.operator as Operator), userId: randomUUID() })
    await db()
      .updateTable('compensation_run')
      .set({ granted: CROWD - LOST, ended_at_ms: null, operator })
      .where('run_id', '=', run.id)
      .execute()
    await continueRun(db(), { runId: run.id, turn: 0 })
    expect(await ended(admin, run.id)).toMatchObject({ granted: CROWD })
    expect(await operationsOf(run.id)).toHaveLength(CROWD)
    expect(await countNotified()).toBe(CROWD)
  })
})
