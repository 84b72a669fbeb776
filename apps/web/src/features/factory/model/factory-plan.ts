import type { FactoryRecipe } from '@clutch/contract'
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

/** A slot's choices multiply: more of them than this are not all tried. */
const CHOICES_TRIED_MAX = 2_000

/**
 * The choice that `valueOf` finds best, keeping what is chosen already. A farm cannot run with an empty slot, so a
 * profit that leaves one out promises what nobody can have.
 */
export function bestChoice(recipe: FactoryRecipe, choice: Choice, valueOf: (choice: Choice) => number | null): Choice {
  let best = { choice, value: Number.NEGATIVE_INFINITY }
  let tried = 0
  const visit = (slot: number, chosen: Choice): void => {
    if (tried === CHOICES_TRIED_MAX) return
    const options = recipe.optional_list[slot]?.list
    if (options === undefined) {
      tried += 1
      const value = valueOf(chosen)
      if (value !== null && value > best.value) best = { choice: chosen, value }
      return
    }
    const fixed = choice[slot] ?? null
    const ids = fixed === null ? options.map(({ item }) => item.type_id) : [fixed]
    for (const itemId of ids) visit(slot + 1, [...chosen, itemId])
  }
  visit(0, [])
  return best.choice
}
