import type { ContentPack, HarvestItem, ItemCount } from '@clutch/content'
import type { HarvestItem as ItemAnswer, HarvestRecipe as RecipeAnswer } from '@clutch/contract'

/** All harvest recipes in the API's form. */
export function listHarvestRecipes(pack: ContentPack): RecipeAnswer[] {
  return pack.harvestRecipes.map((recipe) => ({
    receipt_id: recipe.id,
    name: recipe.names.en,
    names: { ...recipe.names },
    duration_hour: recipe.durationHour,
    items_slots: recipe.itemsSlots.map(({ names, availableItems }) => ({
      name: names.en,
      names: { ...names },
      available_items: availableItems.map(toItemAnswer),
    })),
    result: recipe.result.map((result) => ({ ...toCount(result), chance_percent: result.chancePercent })),
  }))
}

function toItemAnswer(item: HarvestItem): ItemAnswer {
  return {
    ...toCount(item),
    requirements: item.requirements.map(toCount),
    exp_for_up: item.expForUp,
    result_after_up: item.resultAfterUp,
    lootmore_coef: item.lootmoreCoef,
    speed_coef: item.speedCoef,
    break_percent: item.breakPercent,
    on_break_result: [...item.onBreakResult],
  }
}

function toCount({ itemId, count }: ItemCount): { item_id: number; count: number } {
  return { item_id: itemId, count }
}
