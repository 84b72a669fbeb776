import type { FactoryOption, FactoryRecipe } from '@clutch/contract'
import {
  asItemId,
  factoryNeeds,
  type FactoryRecipe as FactoryRule,
  type ItemAmount,
  type ItemId,
} from '@clutch/economy'

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

/** The chosen items as the rules take them: in slot order, none in a slot that is still empty. */
export function chosenItems(choice: Choice): readonly ItemId[] {
  return choice.map((itemId) => asItemId(itemId ?? NONE))
}

/** No item has this id. */
const NONE = 0

/** What one unit takes as far as it is known: what is required and one of each chosen item. */
export function knownNeeds(rule: FactoryRule, choice: Choice, count: number): readonly ItemAmount[] {
  return factoryNeeds(rule, chosenItems(choice), count).filter(({ itemId }) => itemId !== NONE)
}

/**
 * The choice that `valueOf` finds best, keeping what is chosen already. A farm cannot run with an empty slot, so a
 * profit that leaves one out promises what nobody can have. What a slot adds does not depend on the other slots, so each
 * is chosen separately: together they would be tried thousands of times at every price.
 */
export function bestChoice(recipe: FactoryRecipe, choice: Choice, valueOf: (choice: Choice) => number | null): Choice {
  const best = recipe.optional_list.map(({ list }, slot) => choice[slot] ?? bestOption(list, slot, choice, valueOf))
  return best.includes(null) ? choice : best
}

function bestOption(
  options: readonly FactoryOption[],
  slot: number,
  choice: Choice,
  valueOf: (choice: Choice) => number | null,
): number | null {
  let best: { readonly itemId: number | null; readonly value: number } = NOTHING_YET
  for (const { item } of options) {
    const value = valueOf(choice.map((chosen, at) => (at === slot ? item.type_id : chosen)))
    if (value !== null && value > best.value) best = { itemId: item.type_id, value }
  }
  return best.itemId
}

const NOTHING_YET = { itemId: null, value: Number.NEGATIVE_INFINITY }
