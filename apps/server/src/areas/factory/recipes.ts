import type { ContentPack, FactoryOption } from '@clutch/content'
import type { CallResponse, FactoryOption as OptionAnswer } from '@clutch/contract'

/** All factory recipes in the API's form. */
export function listFactoryRecipes(pack: ContentPack): CallResponse<'POST /factory/get-receipts'> {
  return {
    response: pack.factoryRecipes.map((recipe) => ({
      receipt_id: recipe.id,
      name: recipe.names.en,
      names: { ...recipe.names },
      required_list: recipe.requiredList.map(({ itemId, count }) => ({ type_id: itemId, count })),
      optional_list: recipe.optionalList.map(({ names, options }) => ({
        name: names.en,
        names: { ...names },
        list: options.map(toOptionAnswer),
      })),
      timer_result_ids: [...recipe.timerResultIds],
    })),
  }
}

function toOptionAnswer({ itemId, timeForCraftSec, possibleDropList }: FactoryOption): OptionAnswer {
  return {
    item: { type_id: itemId },
    time_for_craft_sec: timeForCraftSec,
    possible_drop_list: possibleDropList.map((drop) => ({ type_id: drop.itemId, weight: drop.weight })),
  }
}
