import { describe, expect, it } from 'vitest'
import type { Catalogue } from '../../core/catalogue.ts'
import { WORLD } from '../../core/ledger/accounts.ts'
import { asCoins, type ItemId } from '../../core/numbers.ts'
import { findViolations } from '../../economy.ts'
import type { SampleEconomy } from '../../../testing/fixture.ts'
import { ANNA, mustRun, stockOf, workshopWith } from '../../../testing/workshop.ts'
import { asContentLoadId, contentOf, versionOf, type LoadContent, type RecipeInUse } from './contents.ts'

const SECOND_MS = 1_000
const HOUR_MS = 3_600 * SECOND_MS
let attempts = 0

/** Reads a content as the store's loader does, then requests it. */
function attempt(
  economy: SampleEconomy,
  change: Partial<Catalogue>,
  { inUse = [], ...more }: Partial<LoadContent> & { readonly inUse?: readonly RecipeInUse[] } = {},
) {
  attempts += 1
  const loadId = asContentLoadId(`digest/${attempts}`)
  const { contents: _contents, ...present } = economy.world.catalogue
  economy.world.contentLoads.set(loadId, { catalogue: { ...present, ...change }, inUse })
  const seenVersion = versionOf(economy.world.catalogue)
  const command = { loadId, digest: 'digest', seenVersion, isStart: false, ownFolder: '', ...more }
  return economy.run({ type: 'load_content', userId: WORLD, ...command })
}

/** The first craft that takes time, with its inputs and outputs. */
function slowCraft({ world }: SampleEconomy) {
  for (const recipe of world.catalogue.craftRecipes.values()) {
    const [output] = recipe.outputs
    const isPlain = output !== undefined && world.catalogue.items.get(output.itemId)?.opens === undefined
    if (recipe.timeSec > 0 && isPlain) return { recipe, output }
  }
  throw new Error('No craft takes time')
}

function workshop() {
  const economy = workshopWith([])
  const { recipe, output } = slowCraft(economy)
  const goods = [...recipe.remain, ...recipe.consumable].map(({ itemId, count }) => ({ itemId, count: count * 20 }))
  mustRun(economy, { type: 'grant', userId: ANNA, kind: 'quest_drop', coins: 0, items: goods })
  const makes = (count: number): Partial<Catalogue> => {
    const outputs = [{ itemId: output.itemId, random: false, count, minCount: count, maxCount: count }]
    return { craftRecipes: new Map([[recipe.id, { ...recipe, outputs }]]) }
  }
  const start = () => mustRun(economy, { type: 'start_craft', userId: ANNA, recipeId: recipe.id, count: 1 })
  const settle = () => {
    economy.nowMs += HOUR_MS
    mustRun(economy, { type: 'grant', userId: ANNA, kind: 'quest_drop', coins: 1, items: [] })
  }
  const inUse = (version: number): RecipeInUse => ({ kind: 'craft', recipeId: recipe.id, version })
  return { economy, recipe, output, makes, start, settle, inUse }
}

const without = ({ world }: SampleEconomy, itemId: ItemId): Partial<Catalogue> => ({
  items: new Map([...world.catalogue.items].filter(([id]) => id !== itemId)),
})

describe('loading content', () => {
  it('ends work under the content it was started under, and starts work under the current one', () => {
    const { economy, output, makes, start, settle, inUse } = workshop()
    attempt(economy, makes(2))
    start()
    attempt(economy, makes(30), { inUse: [inUse(2)] })
    start()
    attempt(economy, makes(400), { inUse: [inUse(2), inUse(3)] })
    const [before] = stockOf(economy, output.itemId)
    settle()
    expect(stockOf(economy, output.itemId)[0] - before).toBe(2 + 30)
    start()
    settle()
    expect(stockOf(economy, output.itemId)[0] - before).toBe(2 + 30 + 400)
    expect(findViolations(economy.world)).toEqual([])
  })

  it('keeps earlier contents only while work in progress uses them', () => {
    const { economy, makes, inUse } = workshop()
    attempt(economy, makes(2))
    attempt(economy, makes(3), { inUse: [inUse(1)] })
    attempt(economy, makes(4), { inUse: [inUse(1)] })
    // The previous one stays: work may have started under it just now.
    expect([...(economy.world.catalogue.contents?.past.keys() ?? [])]).toEqual([1, 3])
    expect(contentOf(economy.world.catalogue, 2)).toBe(economy.world.catalogue)
  })

  it('is rejected while a player has a single unit of a removed item', () => {
    const { economy, output } = workshop()
    mustRun(economy, {
      type: 'grant',
      userId: ANNA,
      kind: 'quest_drop',
      coins: 0,
      items: [{ itemId: output.itemId, count: 1 }],
    })
    const gone = { ...without(economy, output.itemId), craftRecipes: new Map() }
    expect(attempt(economy, gone)).toMatchObject({
      ok: false,
      error: { code: 'content_in_use', itemIds: [output.itemId] },
    })
    mustRun(economy, { type: 'consume', userId: ANNA, asset: output.itemId, count: 1 })
    expect(attempt(economy, gone).ok).toBe(true)
  })

  it('is rejected while work not yet stored may make a removed item', () => {
    const { economy, output, start } = workshop()
    const gone = { ...without(economy, output.itemId), craftRecipes: new Map() }
    start()
    expect(attempt(economy, gone)).toMatchObject({ ok: false, error: { code: 'content_in_use' } })
  })

  it('is not rejected for removed items at a server start', () => {
    const { economy, output, start } = workshop()
    start()
    const gone = { ...without(economy, output.itemId), craftRecipes: new Map() }
    expect(attempt(economy, gone, { isStart: true }).ok).toBe(true)
  })

  it('is rejected without a change when compared with an outdated version', () => {
    const { economy, makes } = workshop()
    attempt(economy, makes(2))
    expect(attempt(economy, makes(3), { seenVersion: 1 })).toMatchObject({ error: { code: 'content_changed' } })
    expect(versionOf(economy.world.catalogue)).toBe(2)
  })

  it('settles pools under their old terms, to the second', () => {
    const { economy, recipe } = workshop()
    const [tool] = [...recipe.remain, ...recipe.consumable]
    if (tool === undefined) throw new Error('The craft has no inputs')
    const hall = (salaryMax: number): Partial<Catalogue> => {
      const terms = {
        hall: 'heroes' as const,
        poolPerDay: asCoins(86_400 * 100),
        salaryMax: asCoins(86_400 * salaryMax),
      }
      return { rent: new Map([[tool.itemId, { ...terms, shop: [] }]]) }
    }
    attempt(economy, hall(5))
    economy.nowMs = HOUR_MS * 10
    mustRun(economy, { type: 'rent_put', userId: ANNA, itemId: tool.itemId, count: 1 })
    economy.nowMs += 10 * SECOND_MS
    attempt(economy, hall(1))
    economy.nowMs += 100 * SECOND_MS
    const { free: before } = economy.world.balanceOf(ANNA, 0 as never)
    mustRun(economy, { type: 'rent_take_salary', userId: ANNA, itemIds: [tool.itemId] })
    expect(economy.world.balanceOf(ANNA, 0 as never).free - before).toBe(10 * 5 + 100 * 1)
    expect(findViolations(economy.world)).toEqual([])
  })
})
