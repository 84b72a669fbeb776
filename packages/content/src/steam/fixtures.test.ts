import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { runCli } from '../cli/run-cli.ts'
import { loadContentPack } from '../load/load-content-pack.ts'
import type { ContentPack } from '../pack.ts'
import { withPackFolder } from '../testing/pack-folder.ts'

const FIXTURES = fileURLToPath(new URL('fixtures/', import.meta.url))

interface Imported {
  readonly pack: ContentPack
  readonly lines: readonly string[]
}

/** Imports fixtures as an operator does and loads the resulting pack. */
async function importFixtures(...files: readonly string[]): Promise<Imported> {
  return withPackFolder({}, async (folder) => {
    const lines: string[] = []
    const args = ['import-steam', ...files.map((file) => path.join(FIXTURES, file)), '--out', 'made']
    const code = await runCli(args, { print: (line) => lines.push(line), folder })
    expect([code, lines.filter((line) => line.startsWith('problem'))]).toEqual([0, []])
    const loaded = await loadContentPack(path.join(folder, 'made'))
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
    return { pack: loaded.pack, lines: lines.filter((line) => /^(left out|note)/.test(line)) }
  })
}

interface Case {
  readonly files: readonly string[]
  readonly ids: readonly number[]
  /** Everything left out or converted. */
  readonly lines: readonly string[]
}

const CASES: readonly Case[] = [
  { files: ['comments.json'], ids: [100, 101], lines: [] },
  { files: ['trailing-commas.json'], ids: [100, 101], lines: [] },
  { files: ['leading-zeros.json'], ids: [7, 25], lines: [] },
  { files: ['utf8-bom.json'], ids: [100], lines: [] },
  { files: ['utf16-le.json'], ids: [100], lines: [] },
  { files: ['utf16-be.json'], ids: [100], lines: [] },
  { files: ['utf16-no-bom.json'], ids: [100], lines: [] },
  { files: ['large-ids.json'], ids: [900_000_000, 2_147_483_647], lines: [] },
  { files: ['part-1.json', 'part-2.json'], ids: [100, 101, 200, 201], lines: [] },
  {
    files: ['entry-zero.json'],
    ids: [100],
    lines: [
      'left out: entry-zero.json, item 0, itemdefid: Entry 0 describes no item.',
      'left out: entry-zero.json, item 101, type: It is deleted on the platform.',
      'left out: entry-zero.json, item 40, itemdefid: In a pack, 40 means "nothing": the item is left out, and references to it grant nothing.',
    ],
  },
  {
    files: ['tags.json'],
    ids: [100, 101, 102, 103],
    lines: ['left out: tags.json, item 103, tags: " shiny" is not of the form "category:value".'],
  },
  {
    files: ['colors.json'],
    ids: [100, 101, 102, 103],
    lines: [
      'note: colors.json, item 101, name_color: The transparency of "#2360D880" is dropped.',
      'left out: colors.json, item 103, name_color: "sparkling" is not a colour.',
    ],
  },
  {
    files: ['loose-values.json'],
    ids: [100, 101, 102, 103, 104, 105],
    lines: [
      'note: loose-values.json, item 102, name: It is neither English nor Russian; the text in german is used for English.',
      'note: loose-values.json, item 102, description: It is neither English nor Russian; the text in german is used for English.',
      'note: loose-values.json, item 103, name: It has no name; "Item 103" is used.',
      'note: loose-values.json, item 104, bundle: Its weights have decimals; all are multiplied by 100.',
      'left out: loose-values.json, item 100, icon_url: "icons/a.png" is not a full address with http:// or https://.',
      'left out: loose-values.json, item 101, tradable: "sometimes" is neither true nor false.',
      'left out: loose-values.json, item 104, bundle: "103x0" has a count of 0.',
      'left out: loose-values.json, item 105, bundle: "101x0.5" is not a whole quantity.',
      'left out: loose-values.json, name_german, description_german: Packs do not support this language (entries: 1).',
    ],
  },
  {
    files: ['exchange.json'],
    ids: [2_001, 2_002, 2_003, 2_004, 2_005, 2_006],
    lines: [
      'left out: exchange.json, item 2004, exchange: The recipe "rarity:common*3" is left out. It takes items by the tag "rarity:common*3".',
      'left out: exchange.json, item 2006, exchange: The recipe "type:stone*4,2001" is left out. It takes items by the tag "type:stone*4".',
      'left out: exchange.json, item 2004, exchange: The recipe "9999x1" is left out. There is no item 9999.',
      'left out: exchange.json, item 2004, exchange: The recipe "2005" is left out. Item 2005 opens when granted, so no player has it.',
    ],
  },
  {
    files: ['types.json'],
    ids: [100, 101, 102, 103, 104],
    lines: [
      'note: types.json, item 101, type: A playtimegenerator becomes a generator.',
      'note: types.json, item 102, type: A tag_generator becomes an item of type "other".',
      'note: types.json, item 103, type: A tag_tool becomes an item of type "other".',
      'left out: types.json, promo: Packs do not support it (entries: 1).',
      'left out: types.json, drop_interval: Packs do not support it (entries: 1).',
      'left out: types.json, use_drop_limit: Packs do not support it (entries: 1).',
      'left out: types.json, tag_generator_name: Packs do not support it (entries: 1).',
      'left out: types.json, tag_generator_values: Packs do not support it (entries: 1).',
      'left out: types.json, game_only: Packs do not support it (entries: 1).',
    ],
  },
  {
    files: ['languages.json'],
    ids: [100],
    lines: [
      'arabic bulgarian czech danish dutch finnish french german greek hungarian indonesian italian koreana norwegian',
      'polish romanian spanish ukrainian vietnamese',
    ]
      .flatMap((line) => line.split(' '))
      .map((language) => {
        const field = `name_${language}, description_${language}`
        return `left out: languages.json, ${field}: Packs do not support this language (entries: 1).`
      }),
  },
]

describe('real-world definition files', () => {
  it.each(CASES)('$files are imported, and everything left out is reported', async ({ files, ids, lines }) => {
    const imported = await importFixtures(...files)
    expect(imported.pack.items.map(({ id }) => id)).toEqual(ids)
    expect(imported.lines).toEqual(lines)
  })

  it('each have a case', async () => {
    const tried = CASES.flatMap(({ files }) => files)
    expect((await readdir(FIXTURES)).filter((file) => file !== 'definitions.json').toSorted()).toEqual(tried.toSorted())
  })
})

describe('loose values', () => {
  it('are converted', async () => {
    const { itemById } = (await importFixtures('loose-values.json')).pack
    expect(itemById.get(100)).toMatchObject({ canSell: true, iconUrl: null })
    expect(itemById.get(101)).toMatchObject({ canSell: false, iconUrl: 'https://cdn.example.org/b.png' })
    expect(itemById.get(102)).toMatchObject({
      names: { en: 'Schwert', ru: 'Schwert' },
      descriptions: { en: 'Scharf.' },
    })
    expect(itemById.get(104)?.bundle.map(({ count }) => count)).toEqual([50, 125, 100])
    expect(itemById.get(105)?.bundle).toEqual([{ itemId: 100, count: 2 }])
  })

  it('include tags as lists and objects', async () => {
    const { items } = (await importFixtures('tags.json')).pack
    expect(items.map(({ tags }) => tags)).toEqual([
      ['class:sword', 'rarity:rare'],
      ['class:sword', 'element:fire', 'element:ice'],
      ['class:sword'],
      ['class:sword'],
    ])
  })

  it('include colours in short, long and named forms', async () => {
    const { items } = (await importFixtures('colors.json')).pack
    expect(items.map(({ nameColor }) => nameColor)).toEqual(['ff00aa', '2360d8', 'ff6347', 'd2d2d2'])
    expect(items[2]?.backgroundColor).toBe('112233')
  })
})

describe('an exchange', () => {
  it('becomes one craft recipe per recipe by ids', async () => {
    const { craftRecipes } = (await importFixtures('exchange.json')).pack
    expect(craftRecipes.map(({ consumableList, outputList }) => [outputList[0]?.itemId, consumableList])).toEqual([
      [2_004, [{ itemId: 2_001, count: 5 }]],
      [
        2_004,
        [
          { itemId: 2_001, count: 2 },
          { itemId: 2_002, count: 1 },
        ],
      ],
      [
        2_005,
        [
          { itemId: 2_003, count: 1 },
          { itemId: 2_002, count: 1 },
        ],
      ],
    ])
  })

  it('opens a box: its recipe takes the box and the key, shows the box and grants the draw', async () => {
    const { craftRecipes } = (await importFixtures('exchange.json')).pack
    expect(craftRecipes.at(-1)).toMatchObject({ itemForVision: 2_003, outputList: [{ itemId: 2_005, count: 1 }] })
  })
})
