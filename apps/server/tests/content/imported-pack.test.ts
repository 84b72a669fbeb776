import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { order, serveMarket } from '../support/market-server.ts'
import { STORE_KINDS } from '../support/stores.ts'

const CONTENT = fileURLToPath(new URL('../../../../packages/content/src/', import.meta.url))
const [SHARD, KEY, BOX, CRYSTAL] = [2_001, 2_002, 2_003, 2_004]
const [SWORD, LARGEST_ID] = [900_000_000, 2_147_483_647]

/** A pack imported from Steam definitions, with an item of the largest id that can be sold. */
async function importPack(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'clutch-imported-'))
  const extra = [{ itemdefid: LARGEST_ID, type: 'item', name: 'Last sword', marketable: true, exchange: `${SWORD}x2` }]
  writeFileSync(join(folder, 'extra.json'), JSON.stringify(extra))
  const large = readFileSync(join(CONTENT, 'steam/fixtures/large-ids.json'), 'utf8').replace(
    `"${LARGEST_ID}"`,
    '900000001',
  )
  writeFileSync(join(folder, 'large.json'), large)
  const files = [join(CONTENT, 'steam/fixtures/exchange.json'), join(folder, 'large.json'), join(folder, 'extra.json')]
  const args = ['import-steam', ...files, '--out', join(folder, 'pack')]
  await promisify(execFile)(process.execPath, [join(CONTENT, 'cli.ts'), ...args])
  return join(folder, 'pack')
}

const pack = await importPack()
afterAll(() => rmSync(join(pack, '..'), { recursive: true, force: true }))

describe.each(STORE_KINDS)('a game imported from Steam on %s', (kind) => {
  const { newPlayer } = serveMarket(kind, {}, { CONTENT_DIR: pack })

  it('opens a box with its key', async () => {
    const player = await newPlayer(0, { [BOX]: 1, [KEY]: 1 })
    const { response } = await player.call('POST /craft/get-receipts')
    const opening = response.find(({ ItemForVision }) => ItemForVision === BOX)
    const { new_items } = await player.call('POST /craft/start', { receipt_id: opening?.TypeId ?? 0, count: 1 })
    expect(new_items).toEqual([{ item_id: expect.toBeOneOf([SHARD, CRYSTAL]), quantity: 1 }])
    expect(await player.countOf(BOX)).toBe(0)
  })

  it('crafts and trades an item of the largest id', async () => {
    const [anna, boris] = [await newPlayer(0, { [SWORD]: 2 }), await newPlayer(50)]
    const { response } = await anna.call('POST /craft/get-receipts')
    const making = response.find(({ ItemForVision }) => ItemForVision === LARGEST_ID)
    await anna.call('POST /craft/start', { receipt_id: making?.TypeId ?? 0, count: 1 })
    await anna.call('POST /marketplace/create-sell-lot', order(LARGEST_ID, 50, 1))
    await boris.call('POST /marketplace/buy-lot', order(LARGEST_ID, 50, 1))
    expect(await boris.countOf(LARGEST_ID)).toBe(1)
  })
})
