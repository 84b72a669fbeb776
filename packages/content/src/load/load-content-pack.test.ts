import { describe, expect, it } from 'vitest'
import type { ContentProblem } from '../problem.ts'
import { itemWith, type PackFiles, SOUND_PACK, withPackFolder } from '../testing/pack-folder.ts'
import { packDigest } from '../compare/pack-digest.ts'
import { loadContentPack } from './load-content-pack.ts'
import { loadStoredPack } from './stored-pack.ts'

const load = (files: PackFiles) => withPackFolder({ ...SOUND_PACK, ...files }, loadContentPack)

async function problemsOf(files: PackFiles): Promise<readonly ContentProblem[]> {
  const result = await load(files)
  return result.ok ? [] : result.problems
}

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const WEBP = Buffer.from('RIFF\0\0\0\0WEBPVP8 ')
const AVIF = Buffer.from('\0\0\0\x20ftypavif\0\0\0\0')

function badPictures() {
  const bad = (rule: string, file: string, content: string | Buffer, says: string) => ({
    rule,
    files: { [file]: content },
    file,
    entry: null,
    field: '',
    says,
  })
  return [
    bad('a picture of another type', 'images/items/101.svg', '<svg/>', 'a .png, .webp or .avif file'),
    bad('a script named as a picture', 'images/items/101.png', '<script>', 'not that of a .png picture'),
    bad('a picture named as another type', 'images/items/101.webp', PNG, 'not that of a .webp picture'),
    bad('a large picture', 'images/items/101.png', Buffer.concat([PNG, Buffer.alloc(524_288)]), 'at most 524288'),
    bad('a picture of an unknown item', 'images/items/999.png', PNG, '"999" is not the id of an item'),
    bad('a picture of an unknown tag', 'images/categories/family.gem.png', PNG, 'not a tag of an item'),
    bad('a picture of an unknown harvest', 'images/harvest/1.avif', AVIF, 'not the id of a harvest recipe'),
    bad('a picture of an unknown farm', 'images/factory/1.webp', WEBP, 'not the id of a factory recipe'),
    bad('a picture of an unknown hall', 'images/halls/kings.png', PNG, 'not heroes or relics'),
    {
      ...bad('two pictures of one item', 'images/items/101.webp', WEBP, 'another picture'),
      files: { 'images/items/101.png': PNG, 'images/items/101.webp': WEBP },
    },
    { ...bad('an unknown folder of pictures', 'images/icons/1.png', PNG, 'known folders'), file: 'images/icons' },
  ]
}

const pack = SOUND_PACK['pack.json']
const [nothing, sack] = SOUND_PACK['bundles.json'].bundles
const [find] = SOUND_PACK['generators.json'].generators
const craft = (changes: object) => ({
  groups: [{ id: 'g', name: { en: 'Group' } }],
  recipes: [
    {
      id: 1,
      item_for_vision: 101,
      craft_group: 'g',
      time_craft_sec: 0,
      consumable_list: [{ item_id: 101, count: 1 }],
      output_list: [{ item_id: 102, count: 1 }],
      ...changes,
    },
  ],
})

describe('a valid pack', () => {
  it('loads items in id order', async () => {
    const result = await load({})
    expect(result.ok && result.pack.items.map((item) => item.id)).toEqual([40, 101, 102, 201, 301])
  })

  it('has the default market settings', async () => {
    const result = await load({})
    expect(result.ok && result.pack.market).toEqual({ feeBasisPoints: 0, maxOpenLots: 200, maxItemsPerLot: 1_000_000 })
  })

  it('fills a missing translation with English, or else Russian', async () => {
    const result = await load({
      'items/ores.json': { items: [itemWith({}), itemWith({ id: 102, name: { ru: 'Руда' } })] },
    })
    expect(result.ok && result.pack.itemById.get(101)?.names.ja).toBe('Ore')
    expect(result.ok && result.pack.itemById.get(102)?.names.en).toBe('Руда')
  })

  it('warns of translations missing in the languages of the pack', async () => {
    const result = await load({ 'pack.json': { ...pack, languages: ['en', 'tr'] } })
    expect(result.ok && result.warnings).toContainEqual({
      file: 'items/ores.json',
      entry: 'item 101',
      field: 'name',
      message: 'No translation for tr.',
    })
  })

  it('names tags, and warns of unnamed tags of items', async () => {
    const none = await load({})
    expect(none.ok && none.warnings.filter(({ file }) => file === 'tags.json')).toEqual([])
    const named = await load({ 'tags.json': { tags: [{ tag: 'Family:Ore', name: { en: 'Ores', ru: 'Руды' } }] } })
    expect(named.ok && named.pack.tagNames.get('family:ore')).toMatchObject({ en: 'Ores', ru: 'Руды', ja: 'Ores' })
    const forgot = await load({ 'tags.json': { tags: [] } })
    expect(forgot.ok && forgot.warnings.map(({ message }) => message)).toContain('"family:ore" has no name.')
  })

  it('warns of a sellable bundle', async () => {
    const result = await load({ 'bundles.json': { bundles: [nothing, { ...sack, can_sell: true }] } })
    expect(result.ok && result.warnings.map(({ entry, field }) => [entry, field])).toContainEqual([
      'bundle 201',
      'can_sell',
    ])
  })

  it('attaches reference values to items', async () => {
    const reference = { item_id: 101, value_coins: 5, volatility: 0.1, popularity: 2 }
    const result = await load({ 'demo.json': { references: [reference] } })
    expect(result.ok && result.pack.itemById.get(101)?.demo).toEqual({ valueCoins: 5, volatility: 0.1, popularity: 2 })
    expect(result.ok && result.pack.itemById.get(102)?.demo).toBeNull()
  })

  it('reads recipes, rent, roulette and news', async () => {
    const result = await load({
      'craft.json': craft({ output_list: [{ item_id: 102, random: true, min_count: 1, max_count: 3 }] }),
      'factory.json': {
        recipes: [
          {
            id: 7,
            name: { en: 'Farm' },
            required_list: [{ item_id: 101, count: 2 }],
            optional_list: [
              {
                name: { en: 'Soil' },
                list: [{ item_id: 102, time_for_craft_sec: 60, possible_drop_list: [{ item_id: 101, weight: 1 }] }],
              },
            ],
            timer_result_ids: [301],
          },
        ],
      },
      'harvest.json': {
        recipes: [
          {
            id: 3,
            name: { en: 'Dig' },
            duration_hour: 2,
            items_slots: [
              { name: { en: 'Tool' }, available_items: [{ item_id: 101, break_percent: 5, on_break_result: [40] }] },
            ],
            result: [{ item_id: 102, count: 2, chance_percent: 150 }],
          },
        ],
      },
      'rent.json': { rentable: [{ item_id: 101, hall: 'heroes', salary_pool_per_day: 100, salary_max: 10 }] },
      'roulette.json': {
        cost: { coins: 5 },
        prizes: [
          { coins: 9, weight: 1 },
          { item_id: 101, count: 2, weight: 3 },
        ],
      },
      'news/announcements.json': {
        announcements: [
          { id: 'spring', published_on: '2025-04-15', title: { en: 'Spring' }, body: { en: 'It is here.' } },
        ],
      },
      'news/changelog.json': {
        changelog: [{ version: '2', published_on: '2025-04-15', changes: [{ en: 'More ore' }] }],
      },
    })
    expect(result.ok && result.pack.craftRecipes[0]?.outputList).toEqual([
      { itemId: 102, random: true, count: 3, minCount: 1, maxCount: 3 },
    ])
    expect(result.ok && result.pack.factoryRecipes[0]?.optionalList[0]?.options[0]?.timeForCraftSec).toBe(60)
    expect(result.ok && result.pack.harvestRecipes[0]?.itemsSlots[0]?.availableItems[0]?.lootmoreCoef).toBe(1)
    expect(result.ok && result.pack.rentableItems[0]?.salaryMaxCoins).toBe(10)
    expect(result.ok && result.pack.roulette?.prizes.map((prize) => prize.kind)).toEqual(['coins', 'item'])
    expect(result.ok && result.pack.announcements).toHaveLength(1)
    expect(result.ok && result.pack.changelog).toHaveLength(1)
  })
})

interface Broken {
  readonly rule: string
  readonly files: PackFiles
  readonly file: string
  readonly entry: string | null
  readonly field: string
  readonly says: string
}

const item = (changes: object): PackFiles => ({
  'items/ores.json': { items: [itemWith({ id: 102 }), itemWith({ ...changes })] },
})
const atItem = { file: 'items/ores.json', entry: 'item 101' }

const BROKEN: readonly Broken[] = [
  { rule: 'an unknown key', files: item({ colour: 'red' }), ...atItem, field: 'colour', says: '"colour"' },
  {
    rule: 'a colour with a hash',
    files: item({ name_color: '#b87333' }),
    ...atItem,
    field: 'name_color',
    says: 'six hex digits',
  },
  {
    rule: 'a short background colour',
    files: item({ background_color: 'fff' }),
    ...atItem,
    field: 'background_color',
    says: 'six hex digits',
  },
  {
    rule: 'a picture that does not exist',
    files: item({ icon: 'no-such-picture' }),
    ...atItem,
    field: 'icon',
    says: 'no-such-picture',
  },
  {
    rule: 'a tag without a category',
    files: item({ tags: ['ore'] }),
    ...atItem,
    field: 'tags[0]',
    says: 'category:value',
  },
  {
    rule: 'a text in an unknown language',
    files: item({ name: { en: 'Ore', de: 'Erz' } }),
    ...atItem,
    field: 'name.de',
    says: '"de"',
  },
  {
    rule: 'a name without English and Russian',
    files: item({ name: { ja: '石' } }),
    ...atItem,
    field: 'name',
    says: 'English',
  },
  { rule: 'an empty name', files: item({ name: { en: '' } }), ...atItem, field: 'name.en', says: 'at least 1' },
  {
    rule: 'a name that is too long',
    files: item({ name: { en: 'o'.repeat(121) } }),
    ...atItem,
    field: 'name.en',
    says: 'at most 120',
  },
  {
    rule: 'too many tags',
    files: item({ tags: Array.from({ length: 41 }, () => 'a:b') }),
    ...atItem,
    field: 'tags',
    says: 'at most 40',
  },
  { rule: 'a missing picture', files: item({ icon: undefined }), ...atItem, field: 'icon', says: 'missing' },
  { rule: 'a flag given as text', files: item({ can_sell: 'true' }), ...atItem, field: 'can_sell', says: 'boolean' },
  {
    rule: 'a link of another kind',
    files: item({ icon_url: 'javascript:alert(1)' }),
    ...atItem,
    field: 'icon_url',
    says: 'https://',
  },
  {
    rule: 'an id beyond 32 bits',
    files: item({ id: 2_147_483_648 }),
    file: 'items/ores.json',
    entry: 'item 2147483648',
    field: 'id',
    says: 'at most 2147483647',
  },
  {
    rule: 'an id twice in one file',
    files: item({ id: 102 }),
    file: 'items/ores.json',
    entry: 'item 102',
    field: 'id',
    says: 'already used',
  },
  {
    rule: 'an id in two files',
    files: { 'bundles.json': { bundles: [nothing, sack, { ...sack, id: 101 }] } },
    file: 'bundles.json',
    entry: 'bundle 101',
    field: 'id',
    says: 'items/ores.json',
  },
  {
    rule: 'an unknown item in a bundle',
    files: { 'bundles.json': { bundles: [nothing, { ...sack, contents: [{ item_id: 999, count: 1 }] }] } },
    file: 'bundles.json',
    entry: 'bundle 201',
    field: 'contents[0].item_id',
    says: '999',
  },
  {
    rule: 'a count of zero in a bundle',
    files: { 'bundles.json': { bundles: [nothing, { ...sack, contents: [{ item_id: 101, count: 0 }] }] } },
    file: 'bundles.json',
    entry: 'bundle 201',
    field: 'contents[0].count',
    says: 'at least 1',
  },
  {
    rule: 'an empty bundle',
    files: { 'bundles.json': { bundles: [nothing, { ...sack, contents: [] }] } },
    file: 'bundles.json',
    entry: 'bundle 201',
    field: 'contents',
    says: 'only bundle 40',
  },
  {
    rule: 'a bundle 40 with contents',
    files: { 'bundles.json': { bundles: [{ ...nothing, contents: [{ item_id: 101, count: 1 }] }, sack] } },
    file: 'bundles.json',
    entry: 'bundle 40',
    field: '',
    says: 'nothing',
  },
  {
    rule: 'a visible bundle 40',
    files: { 'bundles.json': { bundles: [{ ...nothing, hidden: false }, sack] } },
    file: 'bundles.json',
    entry: 'bundle 40',
    field: 'hidden',
    says: 'hidden',
  },
  {
    rule: 'an unknown item in a generator',
    files: { 'generators.json': { generators: [{ ...find, draws: [{ item_id: 998, weight: 1 }] }] } },
    file: 'generators.json',
    entry: 'generator 301',
    field: 'draws[0].item_id',
    says: '998',
  },
  {
    rule: 'a weight of zero',
    files: { 'generators.json': { generators: [{ ...find, draws: [{ item_id: 101, weight: 0 }] }] } },
    file: 'generators.json',
    entry: 'generator 301',
    field: 'draws[0].weight',
    says: 'at least 1',
  },
  {
    rule: 'weights above the largest amount',
    files: {
      'generators.json': {
        generators: [
          {
            ...find,
            draws: [
              { item_id: 101, weight: Number.MAX_SAFE_INTEGER },
              { item_id: 102, weight: 1 },
            ],
          },
        ],
      },
    },
    file: 'generators.json',
    entry: 'generator 301',
    field: 'draws',
    says: 'largest amount',
  },
  {
    rule: 'a bundle that contains itself',
    files: { 'bundles.json': { bundles: [nothing, { ...sack, contents: [{ item_id: 201, count: 1 }] }] } },
    file: 'bundles.json',
    entry: 'bundle 201',
    field: 'contents',
    says: '201 → 201',
  },
  {
    rule: 'a cycle of a bundle and a generator',
    files: { 'bundles.json': { bundles: [nothing, { ...sack, contents: [{ item_id: 301, count: 1 }] }] } },
    file: 'bundles.json',
    entry: 'bundle 201',
    field: 'contents',
    says: '201 → 301 → 201',
  },
  {
    rule: 'an unknown item in the starter pack',
    files: { 'pack.json': { ...pack, starter_pack: { items: [{ item_id: 997, count: 1 }] } } },
    file: 'pack.json',
    entry: null,
    field: 'starter_pack.items[0].item_id',
    says: '997',
  },
  {
    rule: 'an energy item that cannot be held',
    files: { 'pack.json': { ...pack, energy: { item_id: 201, duration_sec: 60 } } },
    file: 'pack.json',
    entry: null,
    field: 'energy.item_id',
    says: 'bundle',
  },
  {
    rule: 'a chat channel twice',
    files: { 'pack.json': { ...pack, chat_channels: [...pack.chat_channels, ...pack.chat_channels] } },
    file: 'pack.json',
    entry: 'chat channel 1',
    field: 'id',
    says: 'already used',
  },
  {
    rule: 'negative coins',
    files: { 'pack.json': { ...pack, starter_pack: { coins: -1 } } },
    file: 'pack.json',
    entry: null,
    field: 'starter_pack.coins',
    says: 'at least 0',
  },
  {
    rule: 'a misspelt market setting',
    files: { 'pack.json': { ...pack, market: { fee: 1 } } },
    file: 'pack.json',
    entry: null,
    field: 'market.fee',
    says: '"fee"',
  },
  {
    rule: 'an unknown ingredient',
    files: { 'craft.json': craft({ consumable_list: [{ item_id: 996, count: 1 }] }) },
    file: 'craft.json',
    entry: 'recipe 1',
    field: 'consumable_list[0].item_id',
    says: '996',
  },
  {
    rule: 'an ingredient that opens when granted',
    files: { 'craft.json': craft({ remain_list: [{ item_id: 301, count: 1 }] }) },
    file: 'craft.json',
    entry: 'recipe 1',
    field: 'remain_list[0].item_id',
    says: 'generator',
  },
  {
    rule: 'an unknown craft group',
    files: { 'craft.json': craft({ craft_group: 'nowhere' }) },
    file: 'craft.json',
    entry: 'recipe 1',
    field: 'craft_group',
    says: 'nowhere',
  },
  {
    rule: 'a recipe without ingredients',
    files: { 'craft.json': craft({ consumable_list: [] }) },
    file: 'craft.json',
    entry: 'recipe 1',
    field: 'consumable_list',
    says: 'ingredient',
  },
  {
    rule: 'a random output whose bounds are swapped',
    files: { 'craft.json': craft({ output_list: [{ item_id: 102, random: true, min_count: 3, max_count: 1 }] }) },
    file: 'craft.json',
    entry: 'recipe 1',
    field: 'output_list[0].min_count',
    says: 'must not exceed',
  },
  {
    rule: 'a factory result that is not a generator',
    files: {
      'factory.json': {
        recipes: [{ id: 1, name: { en: 'F' }, required_list: [], optional_list: [], timer_result_ids: [101] }],
      },
    },
    file: 'factory.json',
    entry: 'recipe 1',
    field: 'timer_result_ids[0]',
    says: 'a generator is needed',
  },
  {
    rule: 'an unknown harvest result',
    files: {
      'harvest.json': {
        recipes: [
          {
            id: 1,
            name: { en: 'H' },
            duration_hour: 1,
            items_slots: [{ name: { en: 'S' }, available_items: [{ item_id: 101 }] }],
            result: [{ item_id: 995, count: 1, chance_percent: 5 }],
          },
        ],
      },
    },
    file: 'harvest.json',
    entry: 'recipe 1',
    field: 'result[0].item_id',
    says: '995',
  },
  {
    rule: 'an unknown rentable item',
    files: { 'rent.json': { rentable: [{ item_id: 994, hall: 'heroes', salary_pool_per_day: 1, salary_max: 1 }] } },
    file: 'rent.json',
    entry: 'rentable item 994',
    field: 'item_id',
    says: '994',
  },
  {
    rule: 'an unknown roulette prize',
    files: { 'roulette.json': { cost: { coins: 1 }, prizes: [{ item_id: 993, count: 1, weight: 1 }] } },
    file: 'roulette.json',
    entry: 'prize #1',
    field: 'item_id',
    says: '993',
  },
  {
    rule: 'an event that ends before it starts',
    files: {
      'news/announcements.json': {
        announcements: [
          {
            id: 'a',
            published_on: '2025-04-15',
            starts_on: '2025-05-31',
            ends_on: '2025-04-15',
            title: { en: 'T' },
            body: { en: 'B' },
          },
        ],
      },
    },
    file: 'news/announcements.json',
    entry: 'announcement a',
    field: 'ends_on',
    says: 'end before',
  },
  {
    rule: 'an event that starts on a date and ends after a number of days',
    files: {
      'news/announcements.json': {
        announcements: [
          {
            id: 'a',
            published_on: { days_from_start: -1 },
            starts_on: '2025-05-31',
            ends_on: { days_from_start: 4 },
            title: { en: 'T' },
            body: { en: 'B' },
          },
        ],
      },
    },
    file: 'news/announcements.json',
    entry: 'announcement a',
    field: 'ends_on',
    says: 'the same form',
  },
  {
    rule: 'a change on a day that does not exist',
    files: {
      'news/changelog.json': { changelog: [{ version: '2', published_on: '2025-02-30', changes: [{ en: 'c' }] }] },
    },
    file: 'news/changelog.json',
    entry: 'version 2',
    field: 'published_on',
    says: 'YYYY-MM-DD',
  },
  {
    rule: 'a reference value of an unknown item',
    files: { 'demo.json': { references: [{ item_id: 992, value_coins: 1, volatility: 0, popularity: 1 }] } },
    file: 'demo.json',
    entry: 'item 992',
    field: 'item_id',
    says: '992',
  },
  {
    rule: 'a file of another name',
    files: { 'crafts.json': {} },
    file: 'crafts.json',
    entry: null,
    field: '',
    says: 'Unknown file name',
  },
  ...badPictures(),
  {
    rule: 'a file that is not JSON',
    files: { 'bundles.json': '{"bundles": [\n  {},, ' },
    file: 'bundles.json',
    entry: null,
    field: '',
    says: 'not valid JSON at line 2, column 6: ',
  },
  {
    rule: 'a file that holds a list',
    files: { 'bundles.json': [] },
    file: 'bundles.json',
    entry: null,
    field: '',
    says: 'object',
  },
]

describe('the pictures of a pack', () => {
  it('are named after what they show, and their content has a digest', async () => {
    const files = {
      'images/items/101.png': PNG,
      'images/categories/family.ore.webp': WEBP,
      'images/halls/heroes.avif': AVIF,
      'images/.hidden': 'x',
      'images/items/.hidden': 'x',
    }
    const result = await load(files)
    if (!result.ok) throw new Error(JSON.stringify(result.problems))
    expect(result.pack.pictures).toEqual([
      { of: 'categories', id: 'family:ore', digest: expect.any(String), type: 'webp' },
      { of: 'halls', id: 'heroes', digest: expect.any(String), type: 'avif' },
      { of: 'items', id: '101', digest: expect.any(String), type: 'png' },
    ])
    expect(result.pack.pictures.map(({ digest }) => result.pictures.get(digest))).toEqual([WEBP, AVIF, PNG])
  })

  it('change the digest of the pack', async () => {
    const digestWith = async (files: PackFiles) => {
      const result = await load(files)
      return result.ok ? packDigest(result.pack) : undefined
    }
    const [plain, drawn, redrawn] = await Promise.all([
      digestWith({}),
      digestWith({ 'images/items/101.png': PNG }),
      digestWith({ 'images/items/101.png': Buffer.concat([PNG, PNG]) }),
    ])
    expect(new Set([plain, drawn, redrawn, undefined]).size).toBe(4)
  })

  it('are known from the stored files of a pack', async () => {
    const result = await load({ 'images/items/101.png': PNG })
    if (!result.ok) throw new Error(JSON.stringify(result.problems))
    const stored = loadStoredPack(Object.fromEntries(result.files))
    expect(stored.ok && stored.pack.pictures).toEqual(result.pack.pictures)
  })
})

describe('a broken pack', () => {
  it.each(BROKEN)('is rejected for $rule, with file, entry and field', async ({ files, file, entry, field, says }) => {
    const problems = await problemsOf(files)
    expect(problems).toContainEqual({ file, entry, field, message: expect.stringContaining(says) })
  })

  it('reports all problems, not only the first', async () => {
    const problems = await problemsOf(item({ name_color: 'x', icon: '', tags: ['y'] }))
    expect(problems.map(({ field }) => field)).toEqual(['icon', 'icon', 'name_color', 'tags[0]'])
  })

  it('names a folder that does not exist', async () => {
    const result = await loadContentPack('/no/such/folder')
    expect(result).toEqual({
      ok: false,
      problems: [{ file: '/no/such/folder', entry: null, field: '', message: 'There is no such folder.' }],
    })
  })

  it('needs pack.json', async () => {
    const result = await withPackFolder({ 'items/a.json': { items: [] } }, loadContentPack)
    expect(result.ok ? [] : result.problems.map(({ file, message }) => [file, message])).toEqual([
      ['pack.json', 'The file is missing.'],
    ])
  })
})
