import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { readIconNames } from './checks/icons.ts'
import { LANGUAGES } from '@clutch/contract/constants'
import { NOTHING_BUNDLE_ID } from './limits.ts'
import { loadContentPack } from './load/load-content-pack.ts'
import type { ContentItem, ContentPack } from './pack.ts'
import type { ContentProblem } from './problem.ts'

const DEMO_FOLDER = fileURLToPath(new URL('../packs/demo', import.meta.url))

let pack: ContentPack
let warnings: readonly ContentProblem[]

beforeAll(async () => {
  const result = await loadContentPack(DEMO_FOLDER)
  if (!result.ok) throw new Error(JSON.stringify(result.problems, null, 2))
  pack = result.pack
  warnings = result.warnings
})

const ofType = (type: ContentItem['type']) => pack.items.filter((item) => item.type === type)
const repeated = (values: readonly string[]) => values.filter((value, index) => values.indexOf(value) !== index)
const opens = (item: ContentItem, type: ContentItem['type']) =>
  item.bundle.some(({ itemId }) => pack.itemById.get(itemId)?.type === type)
const valueOf = (id: number) => pack.itemById.get(id)?.demo?.valueCoins ?? Number.NaN
const codesOf = (text: string) => [...text.matchAll(/\[\/?[a-z*]+(?:=[^\]]+)?\]/g)].map(([code]) => code).join('')
const describeItem = (item: ContentItem) => `${item.id} ${item.names.en}`
const offenders = (isWrong: (item: ContentItem) => boolean) =>
  pack.items.filter((item) => isWrong(item)).map(describeItem)

/** Number of crafting steps from items that are not crafted. */
function craftDepth(itemId: number): number {
  const recipes = pack.craftRecipes.filter(({ outputList }) => outputList.some((output) => output.itemId === itemId))
  const ingredients = recipes.flatMap(({ consumableList }) => consumableList.map((entry) => entry.itemId))
  return recipes.length === 0 ? 0 : 1 + Math.max(...ingredients.map(craftDepth))
}

/** Everything consumed to make an item. */
function madeFrom(itemId: number, seen = new Set<number>()): Set<number> {
  for (const { consumableList, outputList } of pack.craftRecipes) {
    if (!outputList.some((output) => output.itemId === itemId)) continue
    for (const { itemId: ingredient } of consumableList) {
      if (seen.has(ingredient)) continue
      seen.add(ingredient)
      madeFrom(ingredient, seen)
    }
  }
  return seen
}

describe('the demo pack', () => {
  it('loads without problems and warnings', () => {
    expect(warnings).toEqual([])
  })

  it('is large enough to trade in', () => {
    expect(ofType('item').length).toBeGreaterThanOrEqual(260)
    expect(ofType('bundle').length).toBeGreaterThanOrEqual(9)
    expect(ofType('generator').length).toBeGreaterThanOrEqual(6)
    const families = ofType('item').flatMap((item) => item.tags.filter((tag) => tag.startsWith('family:')))
    expect(new Set(families).size).toBeGreaterThanOrEqual(12)
  })

  it('has every name and description in all six languages', () => {
    expect(pack.languages).toEqual(LANGUAGES)
    const silent = offenders((item) =>
      LANGUAGES.some((language) => item.names[language].trim() === '' || item.descriptions[language].trim() === ''),
    )
    expect(silent).toEqual([])
  })

  it('translates instead of copying English', () => {
    const copies = pack.items.flatMap((item) =>
      LANGUAGES.filter(
        (language) =>
          language !== 'en' &&
          (item.names[language] === item.names.en || item.descriptions[language] === item.descriptions.en),
      ).map((language) => `${describeItem(item)} ${language}`),
    )
    expect(copies).toEqual([])
  })

  it('writes each language in its own script', () => {
    const cyrillic = /\p{Script=Cyrillic}/u
    const han = /\p{Script=Han}/u
    const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
    const wrong = offenders(
      ({ descriptions: { en, ru, zh, tr, pt, ja } }) =>
        !cyrillic.test(ru) ||
        !han.test(zh) ||
        kana.test(zh) ||
        !kana.test(ja) ||
        cyrillic.test(`${en}${zh}${tr}${pt}${ja}`),
    )
    expect(wrong).toEqual([])
  })

  it('has unique names and descriptions', () => {
    for (const language of LANGUAGES) {
      expect(repeated(pack.items.map((item) => item.names[language]))).toEqual([])
      expect(repeated(pack.items.map((item) => item.descriptions[language]))).toEqual([])
    }
  })

  it('keeps the same BBCode tags in every language', () => {
    const uneven = offenders(({ descriptions }) =>
      LANGUAGES.some((language) => codesOf(descriptions[language]) !== codesOf(descriptions.en)),
    )
    expect(uneven).toEqual([])
  })

  it('gives each item a distinct picture', () => {
    expect(repeated(pack.items.map((item) => item.icon))).toEqual([])
  })

  it('tags each item with its family, rarity and use', () => {
    const untagged = offenders(
      ({ id, tags }) =>
        id !== NOTHING_BUNDLE_ID &&
        (tags.length > 4 || ['family:', 'rarity:', 'use:'].some((kind) => !tags.some((tag) => tag.startsWith(kind)))),
    )
    expect(untagged).toEqual([])
  })

  it('prices everything that can be sold, from tens of coins to millions, and nothing else', () => {
    expect(offenders((item) => (item.demo !== null) !== item.canSell)).toEqual([])
    const values = pack.items.flatMap((item) => (item.demo === null ? [] : [item.demo.valueCoins]))
    expect(Math.min(...values)).toBeLessThanOrEqual(50)
    expect(Math.max(...values)).toBeGreaterThanOrEqual(1_000_000)
  })

  it('keeps some items from being sold', () => {
    expect(ofType('item').filter((item) => item.tags.includes('type:busy') && !item.canSell).length).toBeGreaterThan(0)
  })

  it('values ingots and planks above their ingredients', () => {
    const raw = [1001, 1002, 1003, 1006, 1007, 1008, 1009, 1010, 1011, 1012]
    const worked = [1101, 1102, 1104, 1107, 1108, 1109, 1110, 1111, 1112, 1113]
    for (const [index, id] of raw.entries()) expect(valueOf(worked[index] ?? 0)).toBeGreaterThan(valueOf(id))
    for (let log = 1301; log <= 1308; log += 1) expect(valueOf(log + 50)).toBeGreaterThan(valueOf(log))
  })

  it('has nested and sometimes empty generators', () => {
    const generators = ofType('generator')
    expect(generators.some((item) => opens(item, 'generator'))).toBe(true)
    expect(generators.some((item) => item.bundle.some(({ itemId }) => itemId === NOTHING_BUNDLE_ID))).toBe(true)
  })

  it('lets a new player buy and sell immediately', () => {
    expect(pack.starterPack.coins).toBe(1_000_000)
    const sellable = pack.starterPack.items.filter(({ itemId }) => pack.itemById.get(itemId)?.canSell === true)
    expect(sellable.length).toBeGreaterThanOrEqual(8)
  })

  it('lets a new player craft, farm, harvest, rent out and spin once each with the starter pack', () => {
    const owned = new Map(pack.starterPack.items.map(({ itemId, count }) => [itemId, count]))
    const hasAll = (needs: readonly { readonly itemId: number; readonly count: number }[]) =>
      needs.every(({ itemId, count }) => (owned.get(itemId) ?? 0) >= count)
    const crafts = pack.craftRecipes.filter(({ consumableList, remainList }) =>
      hasAll([...consumableList, ...remainList]),
    )
    const farms = pack.factoryRecipes.filter(
      ({ requiredList, optionalList }) =>
        hasAll(requiredList) && optionalList.every(({ options }) => options.some(({ itemId }) => owned.has(itemId))),
    )
    const harvests = pack.harvestRecipes.filter(({ itemsSlots }) =>
      itemsSlots.every(({ availableItems }) =>
        availableItems.some(({ itemId, count, requirements }) => hasAll([{ itemId, count }, ...requirements])),
      ),
    )
    const rentable = pack.rentableItems.filter(({ itemId }) => owned.has(itemId))
    expect([crafts, farms, harvests, rentable].map(({ length }) => length > 0)).toEqual([true, true, true, true])
    expect(pack.roulette?.cost).toMatchObject({
      kind: 'coins',
      coins: expect.toSatisfy((cost: number) => cost < pack.starterPack.coins),
    })
  })

  it('has recipe chains from raw materials to luxuries', () => {
    expect(pack.craftRecipes.length).toBeGreaterThanOrEqual(150)
    expect(pack.craftGroups.length).toBeGreaterThanOrEqual(8)
    expect(pack.factoryRecipes.length).toBeGreaterThanOrEqual(14)
    expect(pack.harvestRecipes.length).toBeGreaterThanOrEqual(10)
    expect(Math.max(...pack.items.map(({ id }) => craftDepth(id)))).toBeGreaterThanOrEqual(5)
  })

  it('has profitable and unprofitable recipes at reference prices', () => {
    const ratios = pack.craftRecipes.flatMap(({ consumableList, outputList }) => {
      const cost = consumableList.reduce((sum, { itemId, count }) => sum + valueOf(itemId) * count, 0)
      const worth = outputList.reduce(
        (sum, { itemId, minCount, maxCount }) => sum + (valueOf(itemId) * (minCount + maxCount)) / 2,
        0,
      )
      return Number.isNaN(worth) ? [] : [worth / cost]
    })
    expect(ratios.filter((ratio) => ratio > 1.05).length).toBeGreaterThan(ratios.length / 4)
    expect(ratios.filter((ratio) => ratio < 1).length).toBeGreaterThan(ratios.length / 5)
    expect(Math.max(...ratios)).toBeLessThan(1.5)
  })

  it('makes no item out of itself in any number of steps', () => {
    expect(pack.items.filter(({ id }) => madeFrom(id).has(id)).map(describeItem)).toEqual([])
  })

  it('lets harvest tools break, gain experience and be upgraded', () => {
    const choices = pack.harvestRecipes.flatMap(({ itemsSlots }) => itemsSlots.flatMap((slot) => slot.availableItems))
    expect(choices.some(({ breakPercent, onBreakResult }) => breakPercent > 0 && onBreakResult.length > 0)).toBe(true)
    expect(choices.some(({ resultAfterUp }) => resultAfterUp !== null)).toBe(true)
    expect(new Set(choices.map(({ lootmoreCoef }) => lootmoreCoef)).size).toBeGreaterThan(5)
    expect(new Set(choices.map(({ speedCoef }) => speedCoef)).size).toBeGreaterThan(5)
  })

  it('announces the spring season with dates, features and a changelog of eight entries', () => {
    const season = pack.announcements.find(({ startsOn }) => startsOn === '2025-04-15')
    expect(season?.endsOn).toBe('2025-05-31')
    expect(season?.features.length).toBeGreaterThanOrEqual(4)
    expect(season?.changes).toHaveLength(8)
    expect(pack.changelog.length).toBeGreaterThan(0)
    expect(pack.reportIssueUrl).toMatch(/^https:/)
  })

  it('has news in six languages with the same BBCode tags', () => {
    const texts = [
      ...pack.announcements.flatMap(({ titles, bodies, features, changes }) => [
        titles,
        bodies,
        ...features,
        ...changes,
      ]),
      ...pack.changelog.flatMap(({ changes }) => changes),
    ]
    const copied = texts.filter((text) => new Set(LANGUAGES.map((language) => text[language])).size < LANGUAGES.length)
    const uneven = texts.filter((text) => LANGUAGES.some((language) => codesOf(text[language]) !== codesOf(text.en)))
    expect({ copied, uneven }).toEqual({ copied: [], uneven: [] })
  })

  it('has two halls of items that earn a salary, each with a shop', () => {
    const inHall = (name: string) => pack.rentableItems.filter(({ hall }) => hall === name)
    expect(inHall('heroes').length).toBeGreaterThanOrEqual(8)
    expect(inHall('relics').length).toBeGreaterThanOrEqual(6)
    for (const { shopItems, salaryPoolPerDayCoins, salaryMaxCoins } of pack.rentableItems) {
      expect(shopItems.length).toBeGreaterThanOrEqual(2)
      expect(salaryPoolPerDayCoins).toBeGreaterThanOrEqual(salaryMaxCoins)
    }
  })

  it('has an energy item and channels to chat in', () => {
    expect(pack.energy?.durationSec).toBeGreaterThan(0)
    expect(pack.chatChannels.length).toBeGreaterThanOrEqual(3)
  })
})

describe('the list of icons', () => {
  it('matches the installed game-icons set', async () => {
    const file = createRequire(import.meta.url).resolve('@iconify-json/game-icons/icons.json')
    const set: { icons: Record<string, unknown> } = JSON.parse(await readFile(file, 'utf8'))
    expect([...(await readIconNames())].toSorted()).toEqual(Object.keys(set.icons).toSorted())
  })
})
