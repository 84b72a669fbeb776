import type { ContentPack, CraftOutput, ItemCount } from '@clutch/content'
import type { CallResponse, CraftEntry } from '@clutch/contract'

/** All craft recipes and groups in the API's form. */
export function listCraftRecipes(pack: ContentPack): CallResponse<'POST /craft/get-receipts'> {
  return {
    response: pack.craftRecipes.map((recipe) => ({
      TypeId: recipe.id,
      ItemForVision: recipe.itemForVision,
      CraftGroup: recipe.craftGroup,
      TimeCraftSec: recipe.timeCraftSec,
      RemainList: recipe.remainList.map(sureEntry),
      ConsumableList: recipe.consumableList.map(sureEntry),
      OutputList: recipe.outputList.map(outputEntry),
    })),
    groups: pack.craftGroups.map(({ id, names }) => ({ id, names: { ...names } })),
  }
}

function sureEntry({ itemId, count }: ItemCount): CraftEntry {
  return { TypeId: itemId, Count: count, Random: false, MinCount: count, MaxCount: count }
}

function outputEntry({ itemId, count, random, minCount, maxCount }: CraftOutput): CraftEntry {
  return { TypeId: itemId, Count: count, Random: random, MinCount: minCount, MaxCount: maxCount }
}
