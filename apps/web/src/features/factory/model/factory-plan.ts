import type { FactoryRecipe } from '@clutch/contract'
import type { ExpectedItem } from '#shared/production/expected-items.ts'
import type { ItemCount } from '#shared/production/valuation.ts'

/** The chosen item per slot, in slot order; null where none is chosen yet. */
export type Choice = readonly (number | null)[]

/** The first option of every slot that has only one: there is nothing to choose there. */
export function startChoice(recipe: FactoryRecipe): Choice {
  return recipe.optional_list.map(({ list }) => (list.length === 1 ? (list[0]?.item.type_id ?? null) : null))
}

/** The chosen items, or undefined while a slot is empty: every one must have a chosen item (document 2 §5). */
export function completeChoice(choice: Choice): readonly number[] | undefined {
  const items = choice.filter((itemId): itemId is number => itemId !== null)
  return items.length === choice.length ? items : undefined
}

/** What one unit takes: what is required and one of each chosen item, an item that is both once with its sum. */
export function takenPerUnit(recipe: FactoryRecipe, choice: Choice): readonly ItemCount[] {
  const sums = new Map<number, number>()
  const add = (itemId: number, count: number) => sums.set(itemId, (sums.get(itemId) ?? 0) + count)
  for (const { type_id, count } of recipe.required_list) add(type_id, count)
  for (const itemId of choice) if (itemId !== null) add(itemId, 1)
  return Array.from(sums, ([itemId, count]) => ({ itemId, count }))
}

/** Seconds that one unit takes: the sum of the chosen options' times (rules §5). */
export function durationSec(recipe: FactoryRecipe, choice: Choice): number {
  return chosenOptions(recipe, choice).reduce((sum, { time_for_craft_sec }) => sum + time_for_craft_sec, 0)
}

/** What one unit yields on average: a draw from every generator, and one from each chosen option's drops. */
export function expectedYield(recipe: FactoryRecipe, choice: Choice): readonly ExpectedItem[] {
  const drops = chosenOptions(recipe, choice).flatMap(({ possible_drop_list }) => {
    const total = possible_drop_list.reduce((sum, { weight }) => sum + weight, 0)
    return possible_drop_list.map(({ type_id, weight }) => ({ itemId: type_id, count: weight / total }))
  })
  return [...recipe.timer_result_ids.map((itemId) => ({ itemId, count: 1 })), ...drops]
}

function chosenOptions(recipe: FactoryRecipe, choice: Choice) {
  return recipe.optional_list.flatMap(({ list }, slot) => list.filter(({ item }) => item.type_id === choice[slot]))
}
