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
  return importDefinitions(source, {
    sourceName: 'defs.json',
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
  it('becomes a pack without problems', () => {
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
    expect(result.counts).toEqual({ items: 6, bundles: 2, generators: 2 })
  })

  it('keeps names in our languages, also from the platform’s second name of one', () => {
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

  it('reads flags that are words, digits or truth values', () => {
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

  it('does not sell what has no sellable flag', () => {
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

  it('adds bundle 40, hidden and empty, where something refers to it', () => {
    const nothing = itemOf(packOf(importOf(fixture)), 40)
    expect([nothing.type, nothing.hidden, nothing.bundle]).toEqual(['bundle', true, []])
  })

  it('notes properties that are not used, once each', () => {
    const notes = importOf(fixture).notes.filter(({ field }) => field === 'drop_limit')
    expect(notes.map(({ message }) => message)).toEqual(['Not used (2 entries have it).'])
  })

  it('notes types that become other and bundles that are not sold', () => {
    const notes = importOf(fixture).notes.map(({ entry, field }) => [entry, field])
    expect(notes).toContainEqual(['item 400', 'type'])
    expect(notes).toContainEqual(['item 200', 'marketable'])
  })

  it('may be a bare list, as archives are', () => {
    expect(packOf(importOf([{ ...plain, itemdefid: '5' }])).items).toHaveLength(1)
  })
})

describe('a broken definition', () => {
  const cases = [
    { what: 'no id', definition: { ...plain }, entry: 'item #1', field: 'itemdefid' },
    {
      what: 'an id of a million',
      definition: { ...plain, itemdefid: '1000000' },
      entry: 'item #1',
      field: 'itemdefid',
    },
    { what: 'no name', definition: { itemdefid: 5 }, entry: 'item 5', field: 'name_english' },
    {
      what: 'a flag of another kind',
      definition: { ...plain, itemdefid: 5, hidden: 'maybe' },
      entry: 'item 5',
      field: 'hidden',
    },
    {
      what: 'a colour that is none',
      definition: { ...plain, itemdefid: 5, name_color: 'red' },
      entry: 'item 5',
      field: 'name_color',
    },
    { what: 'a tag that is none', definition: { ...plain, itemdefid: 5, tags: 'ore' }, entry: 'item 5', field: 'tags' },
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
    {
      what: 'a name that is too long',
      definition: { itemdefid: 5, name_english: 'o'.repeat(200) },
      entry: 'item 5',
      field: 'name_english',
    },
    { what: 'something that is no object', definition: 5, entry: 'item #1', field: '' },
  ]

  it.each(cases)(
    'with $what is told by entry and field, and nothing is made of the file',
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

  it('is told when its id is used twice', () => {
    const { problems } = importOf([
      { ...plain, itemdefid: 5 },
      { ...plain, itemdefid: '5' },
    ])
    expect(problems).toEqual([
      { file: 'defs.json', entry: 'item 5', field: 'itemdefid', message: 'The id is used already.' },
    ])
  })

  it('is told when the file is neither a list nor an object with items', () => {
    expect(importOf({ appid: 1 }).problems.map(({ field }) => field)).toEqual(['items'])
  })

  it('is left out on request, with everything that refers to it', () => {
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

describe('weights of the operator', () => {
  it('stand in where the archive omits them', () => {
    const source = [
      { ...plain, itemdefid: 1 },
      { ...plain, itemdefid: 2, type: 'generator' },
    ]
    const pack = packOf(importOf(source, { weights: new Map([[2, '1x9']]) }))
    expect(itemOf(pack, 2).bundle).toEqual([{ itemId: 1, count: 9 }])
  })
})
