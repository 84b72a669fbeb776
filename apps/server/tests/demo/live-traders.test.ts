import { fileURLToPath } from 'node:url'
import { asItemId, operationKindOf, rngFromText, type Command } from '@clutch/economy'
import pino from 'pino'
import { expect, it } from 'vitest'
import { LiveTraders } from '../../src/demo/live-traders.ts'
import { TraderTalk } from '../../src/demo/trader-talk.ts'
import { createTraders, listTradedItems, type Trader } from '../../src/demo/traders.ts'
import { AREAS } from '../../src/server-areas.ts'
import type { RunningServer } from '../../src/start-server.ts'
import { checkIntegrity } from '../../src/integrity/integrity-check.ts'
import { Player } from '../support/player.ts'
import { startSimulatedPlatform } from '../support/simulated-platform.ts'
import { startTestServer } from '../support/test-server.ts'

const DEMO_PACK = fileURLToPath(new URL('../../../../packages/content/packs/demo', import.meta.url))
const SEED = 'live'
const ACTS = 250
const GOODS = 60
const MINUTE_MS = 60_000

async function arrive({ context }: RunningServer, { userId, steamId, name }: Trader): Promise<void> {
  const submit = (command: Command) => context.writer.submit({ command, actorId: userId, idempotency: undefined })
  await submit({ type: 'register_player', userId, steamId, name, isNameConfirmed: true, language: 'en' })
  const items = listTradedItems(context.pack).map(({ item }) => ({ itemId: asItemId(item.id), count: GOODS }))
  await submit({ type: 'grant', userId, kind: 'quest_drop', coins: 1_000_000, items })
}

it('live traders keep a demo world active: they trade, craft, farm and harvest by the rules', async () => {
  const running = await startTestServer({ environment: { CONTENT_DIR: DEMO_PACK } })
  const { server } = running
  const { context } = server
  const traders = createTraders(SEED, context.pack.demoEconomy.traders)
  await Promise.all(traders.map((trader) => arrive(server, trader)))
  const said: { readonly text: string; readonly isTrue: boolean }[] = []
  let nowMs = 0
  const talk = new TraderTalk({
    async say(userId, text) {
      const itemId = Number(/\[item:(\d+)\]/.exec(text)?.[1])
      const own = context.store.db.selectFrom('lot').select(['price', 'open_count']).where('owner_id', '=', userId)
      const lots = await own.where('item_id', '=', itemId).execute()
      const isMentioned = (amount: number) => new RegExp(`\\b${amount}\\b`).test(text)
      said.push({ text, isTrue: lots.some((lot) => isMentioned(lot.price) && isMentioned(lot.open_count)) })
    },
    isHeard: () => true,
    rng: rngFromText('talk'),
    nowMs: () => (nowMs += MINUTE_MS),
  })
  const live = new LiveTraders(context, SEED, pino({ level: 'silent' }), 'chance', talk)
  for (let act = 0; act < ACTS; act += 1) await live.act()

  const operations = await context.store.db.selectFrom('operation').select('kind').distinct().execute()
  const kinds = operations.map(({ kind }) => operationKindOf(kind))
  expect(kinds).toEqual(
    expect.arrayContaining(['buy_lot', 'sell_lot', 'create_sell_lot', 'start_craft', 'start_farm', 'harvesting_start']),
  )
  expect(said.length).toBeGreaterThan(3)
  expect(said.filter(({ isTrue }) => !isTrue)).toEqual([])
  expect(await checkIntegrity(context.store.db, AREAS)).toEqual([])
  await running.close()
})

it('live traders accept invitations, and respond to an offer by its fair value', async () => {
  const platform = await startSimulatedPlatform()
  const environment = { CONTENT_DIR: DEMO_PACK, PLATFORM_SIM_PORT: new URL(platform.url).port }
  const running = await startTestServer({ environment })
  const { server } = running
  const { context } = server
  const traders = createTraders(SEED, 3)
  await Promise.all(traders.map((trader) => arrive(server, trader)))
  const live = new LiveTraders(context, SEED, pino({ level: 'silent' }), 'chance')
  const player = await Player.signIn(running)
  await player.grant(10_000)
  const user_uuid = traders[0]?.userId ?? ''
  await player.call('POST /social/send-friend-invite', { friend_uuid: user_uuid })
  await live.answer()
  const { trade } = await player.call('POST /social/create-trade', { user_uuid })
  const owned = (await player.call('POST /inventory/get')).find(({ Count }) => Count >= 5)
  const offer = { coins: 0, items: { [String(owned?.TypeId)]: 5 } }
  await player.call('POST /social/confirm-trade', { id: trade.id, trade_item: offer, seen_revision: 0 })
  await live.answer()
  const answered = await player.call('POST /social/cancel-trade', { id: trade.id })
  expect(answered.trade).toMatchObject({ opponent_status: 'confirmed', revision: 2 })
  const seen = { id: trade.id, trade_item: offer, seen_revision: 2 }
  const { trade: done } = await player.call('POST /social/confirm-trade', seen)
  expect(done.trade_status).toBe('completed')
  expect(await checkIntegrity(context.store.db, AREAS)).toEqual([])
  await running.close()
  await platform.close()
})
