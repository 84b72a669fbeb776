import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { readIconNames } from '../checks/icons.ts'
import { checkPackFiles } from '../load/load-content-pack.ts'
import type { ContentItem, ContentPack } from '../pack.ts'
import { importDefinitions, type ImportOptions, type ImportResult } from './import-definitions.ts'

const FIXTURE = new URL('fixtures/definitions.json', import.meta.url)

let icons: ReadonlySet<string>
let fixture: unknown

beforeAll(async () => {
  icons = await readIconNames()
  fixture = JSON.parse(await readFile(FIXTURE, 'utf8'))
})

function importOf(source: unknown, changes: Partial<ImportOptions> = {}): ImportResult {
  const text = typeof source === 'string' ? source : JSON.stringify(source)
  return importDefinitions([{ name: 'defs.json', text }], {
    weights: new Map(),
    skipBroken: false,
    icons,
    ...changes,
  })
}

function packOf(result: ImportResult): ContentPack {
  expect(result.files).not.toBeNull()
  const checked = checkPackFiles(result.files ?? new Map(), icons)
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  return checked.pack
}

function itemOf(pack: ContentPack, id: number): ContentItem {
  const item = pack.itemById.get(id)
  if (item === undefined) throw new Error(`no item ${id}`)
  return item
}

const plain = { type: 'item', name_english: 'Thing' }

describe('a definition file', () => {
  it('becomes a valid pack', () => {
    const result = importOf(fixture)
    expect(result.problems).toEqual([])
    expect(packOf(result).items.map(({ id, type }) => [id, type])).toEqual([
      [40, 'bundle'],
      [73, 'item'],
      [136, 'item'],
      [137, 'item'],
      [138, 'item'],
      [139, 'item'],
      [200, 'bundle'],
      [201, 'bundle'],
      [300, 'generator'],
      [301, 'generator'],
      [400, 'other'],
    ])
    expect(result.counts).toEqual({ items: 6, bundles: 2, generators: 2, recipes: 0 })
  })

  it('keeps names in the supported languages and their aliases', () => {
    expect(itemOf(packOf(importOf(fixture)), 73).names).toEqual({
      en: 'Copper Ore',
      ru: 'Медная руда',
      zh: '銅礦石',
      tr: 'Bakır Cevheri',
      pt: 'Minério de Cobre',
      ja: '銅鉱石',
    })
  })

  it('keeps BBCode, pictures and tags', () => {
    const ore = itemOf(packOf(importOf(fixture)), 73)
    expect(ore.descriptions.en).toBe('A [color=#2360D8]blue[/color] vein.')
    expect(ore.iconUrl).toBe('https://example.org/ore.png')
    expect(ore.tags).toEqual(['family:ore', 'rarity:common'])
  })

  it('reads flags as words, digits or booleans', () => {
    const pack = packOf(importOf(fixture))
    const flags = [73, 136, 138]
      .map((id) => itemOf(pack, id))
      .map(({ canSell, hidden, stackable }) => [canSell, hidden, stackable])
    expect(flags).toEqual([
      [true, false, true],
      [true, false, false],
      [false, true, true],
    ])
  })

  it('treats items without a sellable flag as unsellable', () => {
    expect(itemOf(packOf(importOf(fixture)), 137).canSell).toBe(false)
  })

  it('reads colours with a hash, as a number, and none', () => {
    const pack = packOf(importOf(fixture))
    expect([136, 137, 138].map((id) => itemOf(pack, id).nameColor)).toEqual(['123456', '00ff00', 'd2d2d2'])
  })

  it('reads both forms of bundle strings and a missing weight as 1', () => {
    const pack = packOf(importOf(fixture))
    expect(itemOf(pack, 200).bundle).toEqual([
      { itemId: 136, count: 4 },
      { itemId: 73, count: 4 },
    ])
    expect(itemOf(pack, 201).bundle).toEqual([
      { itemId: 136, count: 4 },
      { itemId: 200, count: 2 },
    ])
    expect(itemOf(pack, 301).bundle).toEqual([
      { itemId: 300, count: 1 },
      { itemId: 137, count: 3 },
    ])
  })

  it('gets no bundle 40 for a reference to item 400', () => {
    const source = [
      { ...plain, itemdefid: 400 },
      { ...plain, itemdefid: 2, type: 'bundle', bundle: '400x2' },
    ]
    expect(packOf(importOf(source)).items.map(({ id }) => id)).toEqual([2, 400])
  })

  it('adds hidden, empty bundle 40 if it is referenced', () => {
    const nothing = itemOf(packOf(importOf(fixture)), 40)
    expect([nothing.type, nothing.hidden, nothing.bundle]).toEqual(['bundle', true, []])
  })

  it('lists unsupported properties once each', () => {
    const parts = importOf(fixture).leftOut.filter(({ field }) => field === 'drop_limit')
    expect(parts.map(({ message }) => message)).toEqual(['Packs do not support it (entries: 2).'])
  })

  it('notes types converted to other, and bundles that are not sold', () => {
    const notes = importOf(fixture).notes.map(({ entry, field }) => [entry, field])
    expect(notes).toContainEqual(['item 400', 'type'])
    expect(notes).toContainEqual(['item 200', 'marketable'])
  })

  it('may be a bare list, like archives', () => {
    expect(packOf(importOf([{ ...plain, itemdefid: '5' }])).items).toHaveLength(1)
  })
})

describe('a broken definition', () => {
  const cases = [
    { what: 'no id', definition: { ...plain }, entry: 'item #1 in line 1', field: 'itemdefid' },
    {
      what: 'an id beyond 32 bits',
      definition: { ...plain, itemdefid: '2147483648' },
      entry: 'item 2147483648',
      field: 'itemdefid',
    },
    {
      what: 'an id that is not a number',
      definition: { ...plain, itemdefid: 'x' },
      entry: 'item #1 in line 1',
      field: 'itemdefid',
    },
    {
      what: 'a bundle without contents',
      definition: { ...plain, itemdefid: 5, type: 'bundle' },
      entry: 'item 5',
      field: 'bundle',
    },
    {
      what: 'a generator without weights',
      definition: { ...plain, itemdefid: 5, type: 'generator' },
      entry: 'item 5',
      field: 'bundle',
    },
    {
      what: 'a bundle string that cannot be read',
      definition: { ...plain, itemdefid: 5, type: 'bundle', bundle: '1y2' },
      entry: 'item 5',
      field: 'bundle',
    },
    {
      what: 'an unknown item in a bundle',
      definition: { ...plain, itemdefid: 5, type: 'bundle', bundle: '6x1' },
      entry: 'item 5',
      field: 'bundle',
    },
    { what: 'a value that is not an object', definition: 5, entry: 'item #1 in line 1', field: '' },
  ]

  it.each(cases)(
    'with $what is reported by entry and field, and nothing is imported',
    ({ definition, entry, field }) => {
      const result = importOf([definition])
      expect(result.files).toBeNull()
      expect(result.problems.map((problem) => [problem.file, problem.entry, problem.field])).toContainEqual([
        'defs.json',
        entry,
        field,
      ])
    },
  )

  it('is reported for a duplicate id, unless the entries are equal', () => {
    const { problems, notes } = importOf([
      { ...plain, itemdefid: 5 },
      { ...plain, itemdefid: '5' },
      { ...plain, itemdefid: 5 },
    ])
    expect(notes.map(({ message }) => message)).toEqual(['The same entry is already in defs.json.'])
    expect(problems).toEqual([
      { file: 'defs.json', entry: 'item 5', field: 'itemdefid', message: 'The id is already used in defs.json.' },
    ])
  })

  it('is reported if the file is neither a list nor an object with items', () => {
    expect(importOf({ appid: 1 }).problems.map(({ field }) => field)).toEqual(['items'])
  })

  it.each([
    ['a name', { name_english: 'o'.repeat(200) }, 'name', 'cut to 120'],
    ['a description', { ...plain, description: '🦊'.repeat(3_000) }, 'description', 'cut to 4000'],
  ])('is not what %s makes that is too long: it is cut', (_, texts, field, says) => {
    const result = importOf([{ itemdefid: 5, ...texts }])
    expect(packOf(result).items).toHaveLength(1)
    expect(result.notes).toContainEqual(expect.objectContaining({ field, message: expect.stringContaining(says) }))
  })

  it('is left out on request, along with everything that refers to it', () => {
    const result = importOf(
      [
        { ...plain, itemdefid: 1 },
        { ...plain, itemdefid: 2, type: 'generator' },
        { ...plain, itemdefid: 3, type: 'bundle', bundle: '2x1' },
        { ...plain, itemdefid: 4, type: 'bundle', bundle: '3x1;1x1' },
        { ...plain, itemdefid: 5, type: 'bundle', bundle: '1x1' },
      ],
      { skipBroken: true },
    )
    expect(packOf(result).items.map(({ id }) => id)).toEqual([1, 5])
    expect(result.problems.map(({ entry }) => entry)).toEqual(['item 2', 'item 3', 'item 4'])
  })
})

describe('a JSON syntax error', () => {
  const missingComma = `[
  { "itemdefid": 1, "name": "A" },
  { "itemdefid": 2 "name": "B" },
  { "itemdefid": 3, "name": "C" }
]`

  it('is reported by entry, line and column, and nothing is imported', () => {
    const result = importOf(missingComma)
    expect(result.files).toBeNull()
    expect(result.problems).toEqual([
      { file: 'defs.json', entry: 'item 2', field: '', message: 'Line 3, column 20: A comma is missing.' },
    ])
  })

  it('costs only its own entry on request', () => {
    expect(packOf(importOf(missingComma, { skipBroken: true })).items.map(({ id }) => id)).toEqual([1, 3])
  })

  it('between entries costs no entry', () => {
    const result = importOf('[{ "itemdefid": 1, "name": "A" } { "itemdefid": 2, "name": "B" }', { skipBroken: true })
    expect(packOf(result).items.map(({ id }) => id)).toEqual([1, 2])
    expect(result.problems.map(({ entry, message }) => [entry, message])).toEqual([
      [null, 'Line 1, column 34: A comma is missing.'],
      [null, 'Line 1, column 65: A closing bracket ] is missing.'],
    ])
  })

  it('names all entries that a missing brace merges', () => {
    const source = `[
  { "itemdefid": 1, "name": "A",
  { "itemdefid": 2, "name": "B" },
  { "itemdefid": 3, "name": "C" }
]`
    const result = importOf(source, { skipBroken: true })
    expect(packOf(result).items.map(({ id }) => id)).toEqual([3])
    expect(result.problems[0]?.message).toContain('Line 3, column 3')
  })

  it('is reported each time', () => {
    const { problems } = importOf('[\n{ "itemdefid": 1 "name": "A" },\n{ "itemdefid": 2, "name": },\n{ itemdefid: 3 }]')
    expect(problems.map(({ message }) => message.slice(0, message.indexOf(':')))).toEqual([
      'Line 2, column 18',
      'Line 3, column 27',
      'Line 4, column 3',
    ])
  })
})

describe('definitions in several files', () => {
  it('refer to each other, and problems name the right file', () => {
    const files = [
      {
        name: 'a.json',
        text: JSON.stringify([
          { ...plain, itemdefid: 1 },
          { ...plain, itemdefid: 3, type: 'bundle', bundle: '2x1;9x1' },
        ]),
      },
      {
        name: 'b.json',
        text: JSON.stringify([
          { ...plain, itemdefid: 2, type: 'bundle', bundle: '1x5' },
          { ...plain, itemdefid: 1, name_english: 'Other' },
        ]),
      },
    ]
    const { problems } = importDefinitions(files, { weights: new Map(), skipBroken: false, icons })
    expect(problems).toEqual([
      { file: 'b.json', entry: 'item 1', field: 'itemdefid', message: 'The id is already used in a.json.' },
      { file: 'a.json', entry: 'item 3', field: 'bundle', message: 'There is no item 9.' },
    ])
  })
})

describe('recipes of an exchange', () => {
  const sword = { ...plain, itemdefid: 3, exchange: '1x5;1,2' }
  const recipesOf = (definitions: readonly object[]) =>
    packOf(importOf([{ ...plain, itemdefid: 1 }, { ...plain, itemdefid: 2 }, ...definitions])).craftRecipes

  it('keep their ids when other definitions change', () => {
    const alone = recipesOf([sword])
    expect(alone.map(({ consumableList }) => consumableList)).toEqual([
      [{ itemId: 1, count: 5 }],
      [
        { itemId: 1, count: 1 },
        { itemId: 2, count: 1 },
      ],
    ])
    const others = recipesOf([
      { ...sword, exchange: '2x9;1,2;1x5' },
      { ...plain, itemdefid: 4, exchange: '1x5' },
    ])
    const idsBy = (list: typeof alone) =>
      list.map(({ id, consumableList }) => `${id} ${JSON.stringify(consumableList)}`)
    expect(idsBy(others)).toEqual(expect.arrayContaining(idsBy(alone)))
    expect(new Set(others.map(({ id }) => id)).size).toBe(4)
  })

  it('have different ids even if a definition repeats one', () => {
    const ids = recipesOf([{ ...sword, exchange: '1x5;1x5' }]).map(({ id }) => id)
    expect([ids.length, new Set(ids).size]).toEqual([2, 2])
  })

  it('add up a material that is named twice', () => {
    const [recipe] = recipesOf([{ ...sword, exchange: '1,1x2' }])
    expect(recipe?.consumableList).toEqual([{ itemId: 1, count: 3 }])
  })
})

describe('weights of the operator', () => {
  it('are used where the archive omits them', () => {
    const source = [
      { ...plain, itemdefid: 1 },
      { ...plain, itemdefid: 2, type: 'generator' },
    ]
    const pack = packOf(importOf(source, { weights: new Map([[2, '1x9']]) }))
    expect(itemOf(pack, 2).bundle).toEqual([{ itemId: 1, count: 9 }])
  })
})
