import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { formatProblem } from '../problem.ts'
import { loadContentPack } from '../load/load-content-pack.ts'
import type { ContentPack } from '../pack.ts'
import { itemWith, type PackFiles, SOUND_PACK, withPackFolder } from '../testing/pack-folder.ts'
import { checkLasting } from './check-lasting.ts'

const DEMO_FOLDER = fileURLToPath(new URL('../../packs/demo', import.meta.url))
const [ORE, INGOT, PICK] = [101, 102, 103]

async function problemsOf(files: PackFiles): Promise<string[]> {
  const items = { items: [ORE, INGOT, PICK].map((id) => itemWith({ id, name: { en: `Item ${id}` } })) }
  const loaded = await withPackFolder({ ...SOUND_PACK, 'items/ores.json': items, ...files }, loadContentPack)
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  return checkLasting(loaded.pack).map(formatProblem)
}

type Counts = Readonly<Record<number, number>>

const toList = (counts: Counts) => Object.entries(counts).map(([id, count]) => ({ item_id: Number(id), count }))

function crafts(...recipes: readonly (readonly [Counts, Counts])[]): PackFiles {
  return {
    'craft.json': {
      groups: [{ id: 'g', name: { en: 'Group' } }],
      recipes: recipes.map(([takes, gives], index) => ({
        id: index + 1,
        item_for_vision: ORE,
        craft_group: 'g',
        time_craft_sec: 60,
        consumable_list: toList(takes),
        output_list: toList(gives),
      })),
    },
  }
}

function mine(changes: object = {}): PackFiles {
  const slot = { name: { en: 'Tool' }, available_items: [{ item_id: PICK, break_percent: 10 }] }
  const result = [{ item_id: ORE, count: 2, chance_percent: 100 }]
  return {
    'harvest.json': {
      recipes: [{ id: 1, name: { en: 'Mine' }, duration_hour: 1, items_slots: [slot], result, ...changes }],
    },
  }
}

/** A field that takes ten seeds (ore) and draws a generator ten times; `seedPercent` of the draws are seeds. */
function field(seedPercent: number): PackFiles {
  const draws = [
    { item_id: ORE, weight: seedPercent },
    { item_id: INGOT, weight: 100 - seedPercent },
  ]
  return {
    'generators.json': { generators: [{ id: 301, name: { en: 'Row' }, icon: 'river', name_color: '000000', draws }] },
    'factory.json': {
      recipes: [
        {
          id: 1,
          name: { en: 'Field' },
          required_list: [{ item_id: ORE, count: 10 }],
          optional_list: [],
          timer_result_ids: Array.from({ length: 10 }, () => 301),
        },
      ],
    },
  }
}

describe('lasting sources', () => {
  it('are missing if a recipe consumes an item that nothing produces', async () => {
    expect(await problemsOf(crafts([{ [ORE]: 2 }, { [INGOT]: 1 }]))).toEqual([
      'craft.json, recipe 1: It consumes Item 101 (101), which has no lasting source.',
    ])
  })

  it('include harvests that yield enough to replace their tools', async () => {
    const pickOfOre = crafts([{ [ORE]: 19 }, { [PICK]: 1 }])
    expect(await problemsOf({ ...mine(), ...pickOfOre })).toEqual([])
  })

  it('exclude harvests that wear out more than they yield', async () => {
    const pickOfOre = crafts([{ [ORE]: 21 }, { [PICK]: 1 }])
    expect(await problemsOf({ ...mine(), ...pickOfOre })).toHaveLength(1)
  })

  it('exclude fields that return fewer seeds than they take', async () => {
    expect(await problemsOf(field(99))).toEqual([
      'factory.json, recipe 1: It consumes Item 101 (101), which has no lasting source.',
    ])
  })

  it('include the shops of a hall', async () => {
    const shop = {
      rentable: [
        {
          item_id: PICK,
          hall: 'relics',
          salary_pool_per_day: 1,
          salary_max: 1,
          shop_items: [{ item_id: ORE, price: 5 }],
        },
      ],
    }
    expect(await problemsOf({ ...crafts([{ [ORE]: 2 }, { [INGOT]: 1 }]), 'rent.json': shop })).toEqual([])
  })
})

describe('loops', () => {
  const oreFromNothing = mine({ items_slots: [{ name: { en: 'Tool' }, available_items: [{ item_id: PICK }] }] })
  const isMint = (problems: readonly string[]) =>
    problems.some((text) => text.includes('Running these repeatedly creates items'))

  it('are reported with their recipes', async () => {
    const problems = await problemsOf({
      ...oreFromNothing,
      ...crafts([{ [ORE]: 2 }, { [INGOT]: 1 }], [{ [INGOT]: 1 }, { [ORE]: 3 }], [{ [ORE]: 1 }, { [PICK]: 1 }]),
    })
    expect(problems).toEqual([
      'craft.json, recipe 1: Running these repeatedly creates items: craft.json, recipe 1; craft.json, recipe 2.',
    ])
  })

  it('may break even or lose', async () => {
    const even = crafts([{ [ORE]: 2 }, { [INGOT]: 1 }], [{ [INGOT]: 1 }, { [ORE]: 2 }])
    expect(await problemsOf({ ...oreFromNothing, ...even })).toEqual([])
  })

  it('count openings at their average', async () => {
    // The sack holds 3 ore; a find is a sack one time in ten.
    const opened = (finds: number) => crafts([{ [ORE]: 3 }, { 301: finds }])
    expect(isMint(await problemsOf({ ...oreFromNothing, ...opened(10) }))).toBe(false)
    expect(isMint(await problemsOf({ ...oreFromNothing, ...opened(11) }))).toBe(true)
  })

  it('include fields that return all seeds and yield something else', async () => {
    expect(isMint(await problemsOf(field(90)))).toBe(false)
    const seedOfIngot = crafts([{ [INGOT]: 1 }, { [ORE]: 2 }])
    expect(isMint(await problemsOf({ ...field(90), ...seedOfIngot }))).toBe(true)
  })

  it('include roulette that pays more than it costs', async () => {
    const roulette = (coins: number) => ({
      'roulette.json': {
        cost: { coins: 500 },
        prizes: [
          { coins, weight: 1 },
          { item_id: ORE, count: 1, weight: 1 },
        ],
      },
    })
    expect(isMint(await problemsOf(roulette(900)))).toBe(false)
    expect(isMint(await problemsOf(roulette(1_000)))).toBe(true)
  })
})

describe('the demo world', () => {
  const load = async (change: (pack: ContentPack) => ContentPack = (pack) => pack) => {
    const loaded = await loadContentPack(DEMO_FOLDER)
    if (!loaded.ok) throw new Error('The demo pack is broken')
    return checkLasting(change(loaded.pack)).map(({ message }) => message)
  }

  it('is sustainable', async () => {
    expect(await load()).toEqual([])
  })

  it('is not sustainable without harvests', async () => {
    const harvestRecipes = (pack: ContentPack) => pack.harvestRecipes.filter(({ names }) => names.en !== 'Spring House')
    const messages = await load((pack) => ({ ...pack, harvestRecipes: harvestRecipes(pack) }))
    expect(messages).toContain('It consumes Spring Water (1701), which has no lasting source.')
  })

  it('is not sustainable if the town pays more for a chest than its contents are worth', async () => {
    const messages = await load((pack) => ({
      ...pack,
      craftRecipes: pack.craftRecipes.map((recipe) =>
        recipe.id === 1251
          ? { ...recipe, outputList: recipe.outputList.map((output) => ({ ...output, minCount: 400, maxCount: 400 })) }
          : recipe,
      ),
    }))
    expect(messages.some((text) => text.includes('recipe 1251'))).toBe(true)
  })
})
