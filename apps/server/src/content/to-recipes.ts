import type { ContentPack, CraftRecipe, FactoryRecipe, HarvestRecipe, ItemCount } from '@clutch/content'
import { asItemId, asRecipeId, type Catalogue, type ItemAmount, type RecipeId } from '@clutch/economy'

type Rules = Catalogue['craftRecipes'] | Catalogue['factoryRecipes'] | Catalogue['harvestRecipes']
type RuleOf<Recipes extends Rules> = Recipes extends ReadonlyMap<RecipeId, infer Recipe> ? Recipe : never
type CraftRule = RuleOf<Catalogue['craftRecipes']>
type FactoryRule = RuleOf<Catalogue['factoryRecipes']>
type HarvestRule = RuleOf<Catalogue['harvestRecipes']>

/** Converts the recipes of a content pack to those of the rules. */
export function toRecipes(pack: ContentPack): Pick<Catalogue, 'craftRecipes' | 'factoryRecipes' | 'harvestRecipes'> {
  return {
    craftRecipes: byId(pack.craftRecipes.map(toCraftRule)),
    factoryRecipes: byId(pack.factoryRecipes.map(toFactoryRule)),
    harvestRecipes: byId(pack.harvestRecipes.map(toHarvestRule)),
  }
}

function byId<Rule extends { readonly id: RecipeId }>(rules: readonly Rule[]): ReadonlyMap<RecipeId, Rule> {
  return new Map(rules.map((rule) => [rule.id, rule]))
}

function toAmounts(items: readonly ItemCount[]): ItemAmount[] {
  return items.map(({ itemId, count }) => ({ itemId: asItemId(itemId), count }))
}

function toCraftRule(recipe: CraftRecipe): CraftRule {
  return {
    id: asRecipeId(recipe.id),
    timeSec: recipe.timeCraftSec,
    remain: toAmounts(recipe.remainList),
    consumable: toAmounts(recipe.consumableList),
    outputs: recipe.outputList.map((output) => ({ ...output, itemId: asItemId(output.itemId) })),
  }
}

function toFactoryRule(recipe: FactoryRecipe): FactoryRule {
  return {
    id: asRecipeId(recipe.id),
    required: toAmounts(recipe.requiredList),
    slots: recipe.optionalList.map(({ options }) =>
      options.map((option) => ({
        itemId: asItemId(option.itemId),
        timeSec: option.timeForCraftSec,
        drops: option.possibleDropList.map(({ itemId, weight }) => ({ itemId: asItemId(itemId), weight })),
      })),
    ),
    generatorIds: recipe.timerResultIds.map(asItemId),
  }
}

function toHarvestRule(recipe: HarvestRecipe): HarvestRule {
  return {
    id: asRecipeId(recipe.id),
    durationHour: recipe.durationHour,
    slots: recipe.itemsSlots.map(({ availableItems }) => ({
      items: availableItems.map((item) => ({
        ...item,
        itemId: asItemId(item.itemId),
        requirements: toAmounts(item.requirements),
        resultAfterUp: item.resultAfterUp === null ? undefined : asItemId(item.resultAfterUp),
        onBreakResult: item.onBreakResult.map(asItemId),
      })),
    })),
    results: recipe.result.map((result) => ({ ...result, itemId: asItemId(result.itemId) })),
  }
}
