/** The recipe that the address names; null for the first one. */
export function readRecipeId(search: Readonly<Record<string, unknown>>): number | null {
  const recipeId = Number(search['recipe'])
  return Number.isInteger(recipeId) && recipeId > 0 ? recipeId : null
}

export function writeRecipeId(recipeId: number): Record<string, string> {
  return { recipe: String(recipeId) }
}

/** Ids that tie a recipe's tab and its panel together. */
export const tabId = (recipeId: number) => `harvest-tab-${recipeId}`
export const panelId = (recipeId: number) => `harvest-panel-${recipeId}`
