import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { CallBody } from '@clutch/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LiveClient } from '../support/live-client.ts'
import { FIRST_ITEM_ID, makePack, RECIPES, RENT_PER_SEC } from '../support/make-pack.ts'
import { order, serveMarket } from '../support/market-server.ts'
import { startNats } from '../support/nats.ts'
import { Player } from '../support/player.ts'
import { startSimulatedPlatform } from '../support/simulated-platform.ts'
import { createTestStore, STORE_KINDS } from '../support/stores.ts'
import { startTestServer } from '../support/test-server.ts'

const ADMIN = '76561198000000115'
const [ORE, INGOT, TOOL] = [FIRST_ITEM_ID, FIRST_ITEM_ID + 1, FIRST_ITEM_ID + 2]
/** Goods that only some packs contain and that no player begins with. */
const [HELD, ASKED_FOR, MADE, UNUSED, NEW] = [1_041, 1_042, 1_043, 1_044, 1_999]
const PACK = { items: 60, starterCoins: 1_000, starterCount: 5, production: true, roulette: true } as const

type Json = Record<string, unknown>
interface Recipe extends Json {
  readonly id: number
}
type Change = (content: never) => unknown

const withoutItems =
  (...ids: number[]): Change =>
  ({ items }: { items: Recipe[] }) => ({ items: items.filter(({ id }) => !ids.includes(id)) })

/** How many of it a craft makes. */
const crafting =
  (itemId: number, count: number): Change =>
  ({ recipes, ...rest }: Json & { recipes: Recipe[] }) => ({
    ...rest,
    recipes: recipes.map((recipe) =>
      recipe.id === RECIPES.quickCraft || recipe.id === RECIPES.slowCraft
        ? { ...recipe, output_list: [{ item_id: itemId, count }] }
        : recipe,
    ),
  })

describe.each(STORE_KINDS)('loading a content pack on %s', (kind) => {
  const packs = mkdtempSync(join(tmpdir(), 'clutch-packs-'))
  const own = makePack(PACK)
  const settings = { ADMIN_STEAM_IDS: ADMIN, CONTENT_DIR: own, CONTENT_PACKS_DIR: packs }
  const { server, db, restart, sameAt, newPlayer } = serveMarket(kind, {}, settings)
  let admin: Player
  beforeAll(async () => {
    admin = await Player.signIn(server(), ADMIN)
  })
  afterAll(() => {
    for (const folder of [packs, own]) rmSync(folder, { recursive: true, force: true })
  })

  /** A copy of another pack in the folder of packs, with files rewritten. @returns its name */
  const makeOther = (changes: Readonly<Record<string, Change>>, from = own): string => {
    const name = `pack-${randomUUID()}`
    cpSync(from, join(packs, name), { recursive: true })
    rmSync(join(packs, name, 'demo.json'), { force: true })
    for (const [file, change] of Object.entries(changes)) {
      const path = join(packs, name, file)
      writeFileSync(path, JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8')) as never)))
    }
    return name
  }
  /** The body that the console sends after its operator has seen the check. */
  const checked = async (folder: string): Promise<CallBody<'POST /admin/load-content'>> => {
    const { pack, compared_with } = await admin.call('POST /admin/check-content', { folder })
    return { folder, digest: pack?.digest ?? '', compared_with, reason: 'new season', idempotency_key: randomUUID() }
  }
  const load = async (folder: string) => (await admin.call('POST /admin/load-content', await checked(folder))).loaded

  it('applies everywhere at once (items, recipes, terms, the wheel), and repeating the call does nothing more', async () => {
    const anna = await newPlayer(1_000)
    const page = await LiveClient.open(anna)
    const before = await anna.call('POST /v2/get-all-items', {})
    const named = async () => (await fetch(`${server().url}/api/news`)).headers.get('x-content')
    expect(await named()).toBe(before.version)
    const folder = makeOther({
      'pack.json': (pack: Json) => ({ ...pack, version: '2', market: { fee_basis_points: 1_000 } }),
      'items/goods.json': ({ items }: { items: Recipe[] }) => ({
        items: [...items, { ...items[0], id: NEW, name: { en: 'Star' } }],
      }),
      'craft.json': crafting(INGOT, 2),
      'roulette.json': (wheel: Json) => ({ ...wheel, cost: { coins: 7 } }),
    })
    const body = await checked(folder)
    const { loaded } = await admin.call('POST /admin/load-content', body)
    expect(loaded).toMatchObject({ version: '2', digest: body.digest, number: body.compared_with + 1 })
    const event = await page.waitFor(
      ({ payload }) => payload.case === 'contentChanged' && payload.value.version !== before.version,
    )
    const after = await anna.call('POST /v2/get-all-items', { known_version: before.version })
    expect(after.version).not.toBe(before.version)
    expect(await named()).toBe(after.version)
    expect(event.payload.value).toMatchObject({ version: after.version })
    expect(after.items?.find(({ Itemdefid }) => Itemdefid === NEW)?.Name).toBe('Star')
    const { response: recipes } = await anna.call('POST /craft/get-receipts')
    expect(recipes.find(({ TypeId }) => TypeId === RECIPES.quickCraft)?.OutputList).toMatchObject([{ Count: 2 }])
    expect((await anna.call('GET /roulette/get')).cost).toEqual({ item_id: 0, count: 7 })
    await anna.grant(0, { [NEW]: 2 })
    const { lot } = await anna.call('POST /marketplace/create-sell-lot', order(NEW, 100, 1))
    await anna.call('POST /marketplace/cancel-lot', { lot_uuid: lot?.lot_uuid ?? '' })
    // Removed from every player, so that packs without it can follow.
    const taken = { steam_id: anna.steamId, item_id: NEW, count: 2, idempotency_key: randomUUID() }
    await admin.call('POST /admin/consume', taken)

    expect((await admin.call('POST /admin/load-content', body)).loaded.number).toBe(loaded.number)
    await admin.refused('idempotency_conflict', 'POST /admin/load-content', { ...body, reason: 'another' })
    const { response: rows } = await admin.call('POST /admin/audit', { target: folder, action: 'content.load' })
    expect(rows.map(({ outcome }) => outcome)).toEqual(['idempotency_conflict', 'repeated', 'done'])
    expect(rows[2]).toMatchObject({ reason: 'new season', after: { digest: body.digest } })
    const versions = await db().selectFrom('content_version').select('version').orderBy('version').execute()
    expect(versions.map(({ version }) => version)).toEqual([1, 2])
    await page.close()
  })

  it('lets jobs end under the terms they began with, and pays rent under the old terms up to that moment', async () => {
    const anna = await newPlayer(0, { [ORE]: 50, [TOOL]: 50 })
    const { number } = (await admin.call('POST /admin/content', {})).loaded
    const makes = makeOther({ 'craft.json': crafting(INGOT, 3) })
    await load(makes)
    const ingots = await anna.countOf(INGOT)
    await anna.call('POST /craft/start', { receipt_id: RECIPES.quickCraft, count: 1 })
    const harvested = { receipt_id: RECIPES.quickHarvest, enabled: true, max_parallel: 1 }
    const select = (item_id: number) => [{ item_id, limit: 0, priority: 0, max: 0 }]
    await anna.call('POST /harvest/update', { ...harvested, items: [select(ORE), select(TOOL)] })
    await anna.call('POST /harvest/update', { ...harvested, enabled: false, items: [select(ORE), select(TOOL)] })
    await anna.call('POST /rent/put', { item_id: TOOL, count: 1 })
    const rentedAtMs = Date.now()
    const richer = makeOther({
      'craft.json': crafting(INGOT, 100),
      'harvest.json': ({ recipes }: { recipes: Recipe[] }) => ({
        recipes: recipes.map((recipe) => ({
          ...recipe,
          result: [{ item_id: INGOT, count: 1_000, chance_percent: 100 }],
        })),
      }),
      'rent.json': ({ rentable }: { rentable: Json[] }) => ({
        rentable: rentable.map((item) => ({ ...item, salary_max: 1, salary_pool_per_day: 1 })),
      }),
    })
    expect(await load(richer)).toMatchObject({ number: number + 2 })
    const heldSec = Math.ceil((Date.now() - rentedAtMs) / 1_000) + 1
    // Three of the original craft, and two at 1.5 from the harvest; none from the new terms.
    await expect.poll(() => anna.countOf(INGOT)).toBe(ingots + 3 + 3)
    const [rented] = (await anna.call('GET /rent/get')).user_rents
    await new Promise((resolve) => setTimeout(resolve, 2_100))
    // A coin a day from now on.
    const [later] = (await anna.call('GET /rent/get')).user_rents
    expect((later?.salary ?? 0) - (rented?.salary ?? 0)).toBeLessThanOrEqual(1)
    expect(rented?.salary).toBeLessThanOrEqual(heldSec * RENT_PER_SEC)
    await anna.call('POST /craft/start', { receipt_id: RECIPES.quickCraft, count: 1 })
    await expect.poll(() => anna.countOf(INGOT)).toBe(ingots + 6 + 100)
  })

  it('survives a restart, along with the terms of running jobs', async () => {
    const anna = await newPlayer(0, { [ORE]: 50, [TOOL]: 50 })
    await load(makeOther({ 'craft.json': crafting(INGOT, 4) }))
    const ingots = await anna.countOf(INGOT)
    await anna.call('POST /craft/start', { receipt_id: RECIPES.quickCraft, count: 2 })
    const { number, digest } = await load(makeOther({ 'craft.json': crafting(INGOT, 90) }))
    await restart()
    ;[admin] = [sameAt(admin)]
    const again = sameAt(anna)
    expect((await admin.call('POST /admin/content', {})).loaded).toMatchObject({ number, digest })
    await expect.poll(() => again.countOf(INGOT)).toBe(ingots + 8)
    const { response } = await again.call('POST /craft/get-receipts')
    expect(response.find(({ TypeId }) => TypeId === RECIPES.quickCraft)?.OutputList).toMatchObject([{ Count: 90 }])
  })

  it('serves the pictures of a pack without its folder, each cached forever under its own address', async () => {
    const folder = makeOther({})
    const draw = (name: string, text: string): Buffer => {
      const path = join(packs, folder, 'images', name)
      mkdirSync(dirname(path), { recursive: true })
      const bytes = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from(text)])
      writeFileSync(path, bytes)
      return bytes
    }
    const ore = draw(`items/${ORE}.png`, 'ore')
    const harvest = draw(`harvest/${RECIPES.harvest}.png`, 'a field')
    await load(folder)
    rmSync(join(packs, folder), { recursive: true })
    await restart()
    admin = sameAt(admin)
    const { items, pictures } = await admin.call('POST /v2/get-all-items', {})
    expect(pictures).toEqual([{ of: 'harvest', id: String(RECIPES.harvest), url: expect.any(String) }])
    const oreUrl = items?.find(({ Itemdefid }) => Itemdefid === ORE)?.IconUrl ?? ''
    for (const [url, bytes] of [
      [oreUrl, ore],
      [pictures[0]?.url ?? '', harvest],
    ] as const) {
      const response = await fetch(server().url + url)
      expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes)
      expect(response.headers.get('content-type')).toBe('image/png')
      expect(response.headers.get('cache-control')).toContain('immutable')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    }
    expect((await fetch(`${server().url}/images/unknown.png`)).status).toBe(404)
  })

  const cases: readonly (readonly [string, string, () => Promise<Readonly<Record<string, Change>>>, object])[] = [
    [
      'an item that a player owns',
      'content_in_use',
      async () => {
        await newPlayer(0, { [HELD]: 3 })
        return { 'items/goods.json': withoutItems(HELD) }
      },
      { obstacles: [{ item_id: HELD, name: 'Good 41', units: 3, open_lots: 0, is_under_way: false }] },
    ],
    [
      'an owned item that becomes a bundle',
      'content_in_use',
      async () => ({
        'items/goods.json': withoutItems(HELD),
        'generators.json': ({ generators }: { generators: Recipe[] }) => ({
          generators: [...generators, { ...generators[0], id: HELD }],
        }),
      }),
      { obstacles: [{ item_id: HELD, units: 3 }] },
    ],
    [
      'an item with a buy order on the market',
      'content_in_use',
      async () => {
        const boris = await newPlayer(1_000)
        await boris.call('POST /marketplace/create-buy-lot', order(ASKED_FOR, 10, 1))
        return { 'items/goods.json': withoutItems(ASKED_FOR) }
      },
      { obstacles: [{ item_id: ASKED_FOR, units: 0, open_lots: 1, is_under_way: false }] },
    ],
    [
      'an item that work under way may yet make',
      'content_in_use',
      async () => {
        await load(makeOther({ 'craft.json': crafting(MADE, 1) }))
        const clara = await newPlayer(0, { [ORE]: 9, [TOOL]: 9 })
        await clara.call('POST /craft/start', { receipt_id: RECIPES.slowCraft, count: 1 })
        return { 'items/goods.json': withoutItems(MADE), 'craft.json': crafting(INGOT, 1) }
      },
      { obstacles: [{ item_id: MADE, units: 0, open_lots: 0, is_under_way: true }] },
    ],
    [
      'other store coins',
      'content_needs_restart',
      async () => ({
        'pack.json': ({ store_coins, ...pack }: Json & { store_coins: Record<string, Json> }) => ({
          ...pack,
          store_coins: { ...store_coins, gold: { ...store_coins['gold'], item_id: 9_999 } },
        }),
      }),
      { needs_restart: true, obstacles: [] },
    ],
  ]
  it.each(cases)('is rejected for %s, which the check reports beforehand', async (_what, code, prepare, params) => {
    const folder = makeOther(await prepare())
    const { loaded: before } = await admin.call('POST /admin/content', {})
    expect(await admin.call('POST /admin/check-content', { folder })).toMatchObject(params)
    await admin.refused(code as 'content_in_use', 'POST /admin/load-content', await checked(folder))
    expect((await admin.call('POST /admin/content', {})).loaded).toEqual(before)
    const { response } = await admin.call('POST /admin/audit', { target: folder, action: 'content.load' })
    expect(response).toMatchObject([{ outcome: code }])
  })

  it('removes items that nobody owns, and content that was only checked', async () => {
    const folder = makeOther({ 'items/goods.json': withoutItems(UNUSED) })
    const body = await checked(folder)
    await admin.refused('content_changed', 'POST /admin/load-content', {
      ...body,
      compared_with: body.compared_with - 1,
      idempotency_key: randomUUID(),
    })
    await admin.refused('pack_changed', 'POST /admin/load-content', {
      ...body,
      digest: 'f'.repeat(64),
      idempotency_key: randomUUID(),
    })
    await admin.refused('pack_not_found', 'POST /admin/load-content', {
      ...body,
      folder: 'nowhere',
      digest: 'e'.repeat(64),
      idempotency_key: randomUUID(),
    })
    await admin.call('POST /admin/load-content', body)
    const anna = await newPlayer(1_000)
    const { items } = await anna.call('POST /v2/get-all-items', {})
    expect(items?.some(({ Itemdefid }) => Itemdefid === UNUSED)).toBe(false)
    await anna.refused('unknown_item', 'POST /marketplace/create-buy-lot', order(UNUSED, 10, 1))
  })

  it('returns to the pack of CONTENT_DIR by its empty name', async () => {
    const { difference } = await admin.call('POST /admin/check-content', { folder: '' })
    expect(difference?.changes).toContainEqual(expect.objectContaining({ change: 'added', id: String(UNUSED) }))
    // The wheel is among the restored content.
    await load('')
    expect((await (await newPlayer()).call('GET /roulette/get')).cost.count).toBe(11)
  })

  it('persists across restarts until CONTENT_DIR names another folder, which the next start loads', async () => {
    await load(makeOther({ 'pack.json': (pack: Json) => ({ ...pack, version: 'console' }) }))
    const folder = makeOther({
      'pack.json': (pack: Json) => ({ ...pack, version: 'start' }),
      'items/goods.json': withoutItems(HELD),
    })
    await restart()
    admin = sameAt(admin)
    const { loaded } = await admin.call('POST /admin/content', {})
    expect(loaded.version).toBe('console')
    settings.CONTENT_DIR = join(packs, folder)
    await restart()
    admin = sameAt(admin)
    expect((await admin.call('POST /admin/content', {})).loaded).toMatchObject({
      version: 'start',
      number: loaded.number + 1,
    })
    expect(server().logged()).toContain('content pack switched')
  })
})

it('a loaded content pack reaches every server, whichever received the call, and the pages open at each', async () => {
  const platform = await startSimulatedPlatform()
  const nats = await startNats()
  const store = await createTestStore('postgres')
  const own = makePack(PACK)
  const packs = mkdtempSync(join(tmpdir(), 'clutch-packs-'))
  cpSync(own, join(packs, 'next'), { recursive: true })
  const craft = join(packs, 'next', 'craft.json')
  writeFileSync(craft, JSON.stringify(crafting(INGOT, 7)(JSON.parse(readFileSync(craft, 'utf8')) as never)))
  const environment = {
    PLATFORM_SIM_PORT: new URL(platform.url).port,
    ...nats.environment,
    ADMIN_STEAM_IDS: ADMIN,
    CONTENT_DIR: own,
    CONTENT_PACKS_DIR: packs,
  }
  const first = await startTestServer({ store, environment })
  await expect.poll(async () => (await fetch(`${first.url}/api/health`)).status).toBe(200)
  const second = await startTestServer({ store, environment })
  const [anna, admin] = [await Player.signIn(first), await Player.signIn(second, ADMIN)]
  const page = await LiveClient.open(anna)
  const { version } = await anna.call('POST /v2/get-all-items', {})
  const { pack, compared_with } = await admin.call('POST /admin/check-content', { folder: 'next' })
  const { loaded } = await admin.call('POST /admin/load-content', {
    folder: 'next',
    digest: pack?.digest ?? '',
    compared_with,
    reason: 'both',
    idempotency_key: randomUUID(),
  })
  expect(loaded.number).toBe(2)
  await page.waitFor(({ payload }) => payload.case === 'contentChanged' && payload.value.version !== version)
  for (const player of [anna, admin]) {
    const { response } = await player.call('POST /craft/get-receipts')
    expect(response.find(({ TypeId }) => TypeId === RECIPES.quickCraft)?.OutputList).toMatchObject([{ Count: 7 }])
  }
  await page.close()
  for (const server of [second, first]) await server.close()
  await nats.stop()
  await store.remove()
  await platform.close()
  for (const folder of [own, packs]) rmSync(folder, { recursive: true, force: true })
})
