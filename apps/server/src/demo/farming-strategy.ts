import { maxFactoryCount, type ItemId, type Rng, type StartFactory } from '@clutch/economy'
import { chooseBest, GAIN_WANTED, IDEAS_MAX, type Workbench } from './crafting-strategy.ts'
import { costOf, worthOf } from './recipe-book.ts'
import type { Trader } from './traders.ts'

const RUNS_MAX = 15

/** Chooses a profitable farm job with the best available item in each slot, if any. */
export function chooseFarm(trader: Trader, bench: Workbench, rng: Rng): StartFactory | undefined {
  const { book, stockOf, fairOf } = bench
  return chooseBest(rng, book.farms, ({ recipe, gives, slots }) => {
    const choice = chooseOptions(slots, bench)
    if (choice === undefined) return undefined
    const { inputIds } = choice
    const most = Math.min(RUNS_MAX, maxFactoryCount(recipe, inputIds, stockOf))
    const cost = costOf(recipe.required, fairOf) + costOf(asAmounts(inputIds), fairOf)
    const gain = (worthOf(gives, fairOf) + choice.worth) / Math.max(1, cost)
    if (most < 1 || gain < GAIN_WANTED) return undefined
    const { id: recipeId } = recipe
    const { userId } = trader
    return { gain, command: () => ({ type: 'start_factory', userId, recipeId, inputIds, count: 1 + rng.below(most) }) }
  })
}

/** A missing item of a profitable farm job: seeds, or an item for an empty slot. */
export function chooseFarmSupply({ book, stockOf, fairOf }: Workbench, rng: Rng): ItemId | undefined {
  if (book.farms.length === 0) return undefined
  for (let idea = 0; idea < IDEAS_MAX; idea += 1) {
    const farm = book.farms[rng.below(book.farms.length)]
    if (farm === undefined) continue
    const { recipe, gives, slots } = farm
    if (worthOf(gives, fairOf) < GAIN_WANTED * costOf(recipe.required, fairOf)) continue
    const seed = recipe.required.find(({ itemId, count }) => stockOf(itemId) < count)
    if (seed !== undefined) return seed.itemId
    const bare = slots.find((options) => options.every(({ option }) => stockOf(option.itemId) < 1))
    if (bare !== undefined) return bare[rng.below(bare.length)]?.option.itemId
  }
  return undefined
}

function chooseOptions(
  slots: RecipeSlots,
  { stockOf, fairOf }: Workbench,
): { readonly inputIds: readonly ItemId[]; readonly worth: number } | undefined {
  const inputIds: ItemId[] = []
  let worth = 0
  for (const options of slots) {
    let best: { readonly itemId: ItemId; readonly worth: number; readonly gain: number } | undefined
    for (const { option, gives } of options) {
      if (stockOf(option.itemId) < 1) continue
      const drops = worthOf(gives, fairOf)
      const gain = drops - fairOf(option.itemId)
      if (best === undefined || gain > best.gain) best = { itemId: option.itemId, worth: drops, gain }
    }
    if (best === undefined) return undefined
    inputIds.push(best.itemId)
    worth += best.worth
  }
  return { inputIds, worth }
}

type RecipeSlots = Workbench['book']['farms'][number]['slots']

function asAmounts(itemIds: readonly ItemId[]) {
  return itemIds.map((itemId) => ({ itemId, count: 1 }))
}
