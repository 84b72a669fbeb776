import type { CraftRecipe, FactoryRecipe, HarvestRecipe, ItemDefinition } from '@clutch/contract'
import { asItemId } from '@clutch/economy'
import { expectItems } from './recipe-rules.ts'

/** A recipe related to an item, and where it is shown. */
export interface RecipeLink {
  readonly area: 'craft' | 'factory' | 'harvest'
  readonly recipeId: number
  /** The item a craft is shown as; factories and harvests have names. */
  readonly shownAs: number | undefined
  readonly names: Readonly<Record<string, string>> | undefined
}

export interface RecipeBook {
  readonly craft: readonly CraftRecipe[]
  readonly factory: readonly FactoryRecipe[]
  readonly harvest: readonly HarvestRecipe[]
  readonly items: readonly ItemDefinition[]
}

/** Recipes that yield an item, directly or through opened items. */
export function findMakers(itemId: number, { craft, factory, harvest, items }: RecipeBook): readonly RecipeLink[] {
  const yields = (granted: readonly number[]) =>
    expectItems(
      items,
      granted.map((id) => ({ itemId: asItemId(id), min: 1, expected: 1, max: 1 })),
    ).some((expected) => expected.itemId === itemId)
  return [
    ...craft.filter(({ OutputList }) => yields(OutputList.map(({ TypeId }) => TypeId))).map(toCraftLink),
    ...factory
      .filter(({ timer_result_ids, optional_list }) =>
        yields([
          ...timer_result_ids,
          ...optional_list.flatMap(({ list }) =>
            list.flatMap(({ possible_drop_list }) => possible_drop_list.map(({ type_id }) => type_id)),
          ),
        ]),
      )
      .map((recipe) => toNamedLink('factory', recipe)),
    ...harvest
      .filter(({ result }) => yields(result.map(({ item_id }) => item_id)))
      .map((recipe) => toNamedLink('harvest', recipe)),
  ]
}

/** Recipes that consume or borrow an item. */
export function findUses(itemId: number, { craft, factory, harvest }: RecipeBook): readonly RecipeLink[] {
  return [
    ...craft
      .filter(({ ConsumableList, RemainList }) =>
        [...ConsumableList, ...RemainList].some(({ TypeId }) => TypeId === itemId),
      )
      .map(toCraftLink),
    ...factory
      .filter(
        ({ required_list, optional_list }) =>
          required_list.some(({ type_id }) => type_id === itemId) ||
          optional_list.some(({ list }) => list.some(({ item }) => item.type_id === itemId)),
      )
      .map((recipe) => toNamedLink('factory', recipe)),
    ...harvest
      .filter(({ items_slots }) =>
        items_slots.some(({ available_items }) =>
          available_items.some(
            ({ item_id, requirements }) =>
              item_id === itemId || requirements.some((requirement) => requirement.item_id === itemId),
          ),
        ),
      )
      .map((recipe) => toNamedLink('harvest', recipe)),
  ]
}

function toCraftLink({ TypeId, ItemForVision }: CraftRecipe): RecipeLink {
  return { area: 'craft', recipeId: TypeId, shownAs: ItemForVision, names: undefined }
}

function toNamedLink(
  area: 'factory' | 'harvest',
  { receipt_id, names }: Pick<FactoryRecipe, 'receipt_id' | 'names'>,
): RecipeLink {
  return { area, recipeId: receipt_id, shownAs: undefined, names }
}
