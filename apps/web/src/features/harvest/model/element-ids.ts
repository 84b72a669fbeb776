/** Ids that tie a recipe's tab and its panel together. */
export const tabId = (recipeId: number) => `harvest-tab-${recipeId}`
export const panelId = (recipeId: number) => `harvest-panel-${recipeId}`
