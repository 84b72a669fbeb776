import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FIRST_ITEM_ID, makePack, RECIPES } from '../support/make-pack.ts'
import { order, serveMarket, STARTER_ITEMS } from '../support/market-server.ts'
import { Player } from '../support/player.ts'
import { STORE_KINDS } from '../support/stores.ts'

const ADMIN = '76561198000000114'
const ITEMS = 60
const REMOVED = FIRST_ITEM_ID + 40
const BOUND = FIRST_ITEM_ID + 41
const PACK = { items: ITEMS, starterCoins: 1_000, starterCount: 5, production: true } as const

interface Item {
  id: number
  can_sell: boolean
}

describe.each(STORE_KINDS)('another content pack on %s', (kind) => {
  const packs = mkdtempSync(join(tmpdir(), 'clutch-packs-'))
  const loaded = makePack(PACK)
  const { server, newPlayer } = serveMarket(
    kind,
    {},
    { ADMIN_STEAM_IDS: ADMIN, CONTENT_DIR: loaded, CONTENT_PACKS_DIR: packs },
  )
  /** A copy of the loaded pack in the folder of packs, with one file rewritten. */
  const makeOther = (name: string, file: string, change: (content: never) => unknown): void => {
    cpSync(loaded, join(packs, name), { recursive: true })
    const path = join(packs, name, file)
    writeFileSync(path, JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8')) as never)))
  }
  let admin: Player
  beforeAll(async () => {
    makeOther('next', 'items/goods.json', ({ items }: { items: Item[] }) => ({
      items: items.flatMap((item) =>
        item.id === REMOVED ? [] : [item.id === BOUND ? { ...item, can_sell: false } : item],
      ),
    }))
    // Demo traders would refer to what was removed.
    rmSync(join(packs, 'next', 'demo.json'))
    const craft = join(packs, 'next', 'craft.json')
    const { recipes, ...rest } = JSON.parse(readFileSync(craft, 'utf8')) as { recipes: { id: number }[] }
    const without = recipes.filter(({ id }) => id !== RECIPES.slowCraft)
    writeFileSync(craft, JSON.stringify({ ...rest, recipes: without }))
    makeOther('broken', 'pack.json', (content: object) => ({ ...content, surprise: 1 }))
    cpSync(loaded, join(packs, 'same'), { recursive: true })
    mkdirSync(join(packs, 'empty'))
    mkdirSync(join(packs, '.hidden'))
    symlinkSync(loaded, join(packs, 'linked'))
    cpSync(loaded, join(packs, 'linked-file'), { recursive: true })
    rmSync(join(packs, 'linked-file', 'demo.json'))
    symlinkSync('/etc/passwd', join(packs, 'linked-file', 'demo.json'))
    cpSync(loaded, join(packs, 'linked-items'), { recursive: true })
    rmSync(join(packs, 'linked-items', 'items'), { recursive: true })
    symlinkSync(join(loaded, 'items'), join(packs, 'linked-items', 'items'))
    cpSync(loaded, join(packs, 'linked-picture'), { recursive: true })
    mkdirSync(join(packs, 'linked-picture', 'images', 'items'), { recursive: true })
    symlinkSync('/etc/passwd', join(packs, 'linked-picture', 'images', 'items', `${FIRST_ITEM_ID}.png`))
    admin = await Player.signIn(server(), ADMIN)
  })
  afterAll(() => {
    for (const folder of [packs, loaded]) rmSync(folder, { recursive: true, force: true })
  })

  it('is one of those in the folder of packs; the loaded one is shown with its counts and its digest', async () => {
    const { loaded: head, folders, has_folder } = await admin.call('POST /admin/content', {})
    expect(has_folder).toBe(true)
    expect(folders).toEqual(['broken', 'linked-file', 'linked-items', 'linked-picture', 'next', 'same'])
    expect(head).toMatchObject({ id: 'test', version: '1', name: 'Test', counts: { harvest_recipes: 2 } })
    const { pack, difference, findings } = await admin.call('POST /admin/check-content', { folder: 'same' })
    expect(pack?.digest).toBe(head.digest)
    expect(difference).toEqual({ changes: [], settings: [] })
    expect(findings.filter(({ severity }) => severity === 'problem')).toEqual([])
  })

  it('shows its differences and whose goods and jobs they affect, and changes nothing', async () => {
    const anna = await newPlayer(10_000, { [REMOVED]: 10, [BOUND]: 4, [FIRST_ITEM_ID + STARTER_ITEMS]: 3 })
    await anna.call('POST /marketplace/create-sell-lot', order(REMOVED, 70, 4))
    await anna.call('POST /marketplace/create-sell-lot', order(BOUND, 70, 4))
    const { loaded: head } = await admin.call('POST /admin/content', {})
    const { pack, difference, affected } = await admin.call('POST /admin/check-content', { folder: 'next' })
    expect(pack?.counts.items).toBe((head.counts.items ?? 0) - 1)
    expect(difference?.changes).toMatchObject([
      { kind: 'item', change: 'removed', id: String(REMOVED) },
      { kind: 'item', change: 'changed', id: String(BOUND), fields: ['canSell'] },
      { kind: 'craft_recipe', change: 'removed', id: String(RECIPES.slowCraft) },
    ])
    const nothing = { players: 0, units: 0, open_lots: 0, jobs: 0, rented: 0 }
    expect(affected).toEqual([
      {
        ...nothing,
        kind: 'item',
        change: 'removed',
        id: String(REMOVED),
        name: 'Good 41',
        players: 1,
        units: 10,
        open_lots: 1,
      },
      {
        ...nothing,
        kind: 'item',
        change: 'changed',
        id: String(BOUND),
        name: 'Good 42',
        players: 1,
        units: 4,
        open_lots: 1,
      },
    ])
    expect(await anna.countOf(REMOVED)).toBe(6)
    const { response } = await admin.call('POST /admin/audit', { target: 'next', action: 'content.check' })
    expect(response[0]).toMatchObject({ outcome: 'done', after: { digest: pack?.digest } })
  })

  it('counts running jobs of a recipe that it removes', async () => {
    const boris = await newPlayer(0, { [FIRST_ITEM_ID]: 100, [FIRST_ITEM_ID + 1]: 100 })
    await boris.call('POST /craft/start', { receipt_id: RECIPES.slowCraft, count: 1 })
    const { affected } = await admin.call('POST /admin/check-content', { folder: 'next' })
    expect(affected.find(({ kind: each }) => each === 'craft_recipe')).toMatchObject({ players: 1, jobs: 1 })
  })

  it('with problems lists all of them and cannot be compared', async () => {
    const { pack, findings, difference, affected } = await admin.call('POST /admin/check-content', { folder: 'broken' })
    expect([pack, difference, affected]).toEqual([null, null, []])
    expect(findings).toMatchObject([
      { severity: 'problem', file: 'pack.json', message: expect.stringMatching(/surprise/) },
    ])
  })

  it.each(['nowhere', 'empty.', 'linked', 'linked-file', 'linked-items', 'linked-picture'])(
    'is rejected when it is missing, misnamed or behind a link: %s',
    async (folder) => {
      expect(await admin.refused('pack_not_found', 'POST /admin/check-content', { folder })).toHaveProperty('message')
    },
  )

  it.each(['..', '.', '../../next', 'next/', '/etc', 'next/../next', '.hidden', 'a\u0000b', 'x'.repeat(65)])(
    'is named by a single folder name: %j is rejected',
    async (folder) => {
      expect(await admin.refused('invalid_input', 'POST /admin/check-content', { folder })).toHaveProperty('message')
    },
  )
})
