import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { loadContentPack } from '../load/load-content-pack.ts'
import { SOUND_PACK, withPackFolder } from '../testing/pack-folder.ts'
import { runCli } from './run-cli.ts'

const FIXTURE = fileURLToPath(new URL('../steam/fixtures/definitions.json', import.meta.url))

async function run(folder: string, ...args: string[]): Promise<{ code: number; text: string }> {
  const lines: string[] = []
  const code = await runCli(args, { print: (line) => lines.push(line), folder })
  return { code, text: lines.join('\n') }
}

const inFolder = <T>(use: (folder: string) => Promise<T>) => withPackFolder({}, use)

describe('the content command', () => {
  it('prints its usage', async () => {
    const { code, text } = await run('.', 'help')
    expect(code).toBe(0)
    expect(text).toContain('import-steam FILE...')
  })

  it('exits with 2 when it is not understood', async () => {
    const codes = await Promise.all([
      run('.'),
      run('.', 'bogus'),
      run('.', 'validate'),
      run('.', 'check'),
      run('.', 'import-steam', '--bogus'),
    ])
    expect(codes.map(({ code }) => code)).toEqual([2, 2, 2, 2, 2])
  })

  it('exits with 0 for a valid pack and prints its counts', async () => {
    const { code, text } = await withPackFolder(SOUND_PACK, (folder) => run(folder, 'validate', '.'))
    expect(code).toBe(0)
    expect(text).toContain('2 items, 2 bundles, 1 generators')
  })

  it('exits with 1 for a broken pack and prints file, entry and field', async () => {
    const files = { ...SOUND_PACK, 'bundles.json': { bundles: [] } }
    const { code, text } = await withPackFolder(files, (folder) => run(folder, 'validate', folder))
    expect(code).toBe(1)
    expect(text).toContain('problem: generators.json, generator 301, draws[0].item_id: There is no item 201.')
  })
})

describe('check', () => {
  const eating = (output: number) => ({
    groups: [{ id: 'g', name: { en: 'Group' } }],
    recipes: [
      {
        id: 7,
        item_for_vision: 101,
        craft_group: 'g',
        time_craft_sec: 0,
        consumable_list: [{ item_id: 101, count: 1 }],
        output_list: [{ item_id: output, count: 1 }],
      },
    ],
  })

  it('exits with 0 for a sustainable pack', async () => {
    const { code, text } = await withPackFolder(SOUND_PACK, (folder) => run(folder, 'check', '.'))
    expect(code).toBe(0)
    expect(text).toContain('is sustainable')
  })

  it('exits with 1 for a pack whose items run out, and for an unreadable one', async () => {
    const dwindling = { ...SOUND_PACK, 'craft.json': eating(102) }
    const broken = { ...SOUND_PACK, 'craft.json': eating(999) }
    const results = await Promise.all(
      [dwindling, broken].map((files) => withPackFolder(files, (folder) => run(folder, 'check', folder))),
    )
    expect(results.map(({ code }) => code)).toEqual([1, 1])
    expect(results[0]?.text).toContain('problem: craft.json, recipe 7: It consumes Ore (101)')
    expect(results[1]?.text).toContain('There is no item 999.')
  })
})

describe('import-steam', () => {
  it('writes a pack that loads, also from an archive with a trailing NUL', async () => {
    await inFolder(async (folder) => {
      const { items }: { items: unknown } = JSON.parse(await readFile(FIXTURE, 'utf8'))
      await writeFile(path.join(folder, 'archive.json'), `${JSON.stringify(items)}\0`)
      const { code, text } = await run(folder, 'import-steam', 'archive.json', '--out', 'made')
      expect([code, text.split('\n').at(-1)]).toEqual([
        0,
        'made written: 6 items, 2 bundles, 2 generators, 0 recipes. Left out: 4. Notes: 3. Problems: 0.',
      ])
      expect((await loadContentPack(path.join(folder, 'made'))).ok).toBe(true)
    })
  })

  it('replaces an earlier import but keeps its pack.json', async () => {
    await inFolder(async (folder) => {
      await run(folder, 'import-steam', FIXTURE)
      const settings = path.join(folder, 'imported-pack/pack.json')
      const ours = (await readFile(settings, 'utf8')).replace('Imported game 480', 'Our game')
      await writeFile(settings, ours)
      const { code } = await run(folder, 'import-steam', FIXTURE)
      expect(code).toBe(0)
      expect(await readFile(settings, 'utf8')).toBe(ours)
    })
  })

  it("prints what a second import replaces, and keeps the operator's additions", async () => {
    await inFolder(async (folder) => {
      const write = (...definitions: object[]) =>
        writeFile(
          path.join(folder, 'defs.json'),
          JSON.stringify(definitions.map((item) => ({ type: 'item', ...item }))),
        )
      await write({ itemdefid: 1, name: 'A' }, { itemdefid: 2, name: 'B' }, { itemdefid: 3, name: 'C' })
      await run(folder, 'import-steam', 'defs.json')
      const own = path.join(folder, 'imported-pack/bundles.json')
      const bundle = {
        id: 90,
        name: { en: 'Bag' },
        icon: 'swap-bag',
        name_color: '000000',
        contents: [{ item_id: 1, count: 3 }],
      }
      await writeFile(own, JSON.stringify({ bundles: [bundle] }))

      await write({ itemdefid: 1, name: 'A' }, { itemdefid: 2, name: 'Bee' }, { itemdefid: 4, name: 'D' })
      const { code, text } = await run(folder, 'import-steam', 'defs.json')
      expect(code).toBe(0)
      expect(text.split('\n').slice(0, -1)).toEqual([
        'kept: bundles.json, pack.json',
        'replaced: item 3 "C" is gone',
        'replaced: item 2 "Bee" is changed (names)',
        'replaced: item 4 "D" is new',
        'replaced: the earlier import: 1 new, 1 changed, 1 gone',
      ])
      const loaded = await loadContentPack(path.join(folder, 'imported-pack'))
      expect(loaded.ok && loaded.pack.items.map(({ id }) => id)).toEqual([1, 2, 4, 90])

      await write({ itemdefid: 4, name: 'D' })
      const refused = await run(folder, 'import-steam', 'defs.json')
      expect(refused.code).toBe(1)
      expect(refused.text).toContain('problem: bundles.json, bundle 90, contents[0].item_id: There is no item 1.')
      expect((await loadContentPack(path.join(folder, 'imported-pack'))).ok).toBe(true)
    })
  })

  it('never overwrites a pack that was not imported', async () => {
    await withPackFolder(SOUND_PACK, async (folder) => {
      const { code, text } = await run(folder, 'import-steam', FIXTURE, '--out', folder)
      expect(code).toBe(1)
      expect(text).toContain('was not imported')
      expect((await loadContentPack(folder)).ok).toBe(true)
    })
  })

  it('writes nothing when a definition is broken, except with --skip-broken', async () => {
    await inFolder(async (folder) => {
      const broken = [
        { itemdefid: 1, name_english: 'A' },
        { itemdefid: 2, name_english: 'B', type: 'generator' },
      ]
      await writeFile(path.join(folder, 'defs.json'), JSON.stringify(broken))
      const refused = await run(folder, 'import-steam', 'defs.json')
      expect(refused.code).toBe(1)
      expect(refused.text).toContain('defs.json, item 2, bundle')
      expect((await loadContentPack(path.join(folder, 'imported-pack'))).ok).toBe(false)
      const skipped = await run(folder, 'import-steam', 'defs.json', '--skip-broken')
      expect(skipped.text).toContain('1 items, 0 bundles, 0 generators, 0 recipes. Left out: 0. Notes: 0. Problems: 1.')
      expect((await loadContentPack(path.join(folder, 'imported-pack'))).ok).toBe(true)
    })
  })

  it('reads weights from a file', async () => {
    await inFolder(async (folder) => {
      const definitions = [
        { itemdefid: 1, name_english: 'A' },
        { itemdefid: 2, name_english: 'B', type: 'generator' },
      ]
      await writeFile(path.join(folder, 'defs.json'), JSON.stringify(definitions))
      await writeFile(path.join(folder, 'weights.json'), '{"2": "1x7"}')
      const { code } = await run(folder, 'import-steam', 'defs.json', '--weights', 'weights.json')
      expect(code).toBe(0)
      const result = await loadContentPack(path.join(folder, 'imported-pack'))
      expect(result.ok && result.pack.itemById.get(2)?.bundle).toEqual([{ itemId: 1, count: 7 }])
    })
  })

  it('prefixes files of the same name with their folders', async () => {
    await inFolder(async (folder) => {
      for (const part of ['one', 'two']) {
        await mkdir(path.join(folder, part))
        await writeFile(path.join(folder, part, 'defs.json'), `[{ "itemdefid": 1, "name": "${part}" }]`)
      }
      const { text } = await run(folder, 'import-steam', 'one/defs.json', 'two/defs.json')
      expect(text).toContain('problem: two/defs.json, item 1, itemdefid: The id is already used in one/defs.json.')
    })
  })

  it('reports a file that cannot be read', async () => {
    const { code, text } = await run('.', 'import-steam', 'no-such-file.json')
    expect(code).toBe(1)
    expect(text).toContain('no-such-file.json')
  })
})
