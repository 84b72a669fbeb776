import type { QueueName } from '@clutch/economy'
import { useQueryClient } from '@tanstack/react-query'
import { useItemName } from '../catalogue/use-item-name.ts'
import { useLanguage } from '../i18n/use-language.ts'
import { craftRecipesQuery, factoryRecipesQuery } from './recipes.ts'

/** Finds a recipe's name, loading recipes if needed. A craft is named after its item. */
export function useFindRecipeName(): (queue: QueueName, recipeId: number) => Promise<string> {
  const language = useLanguage()
  const nameOf = useItemName()
  const client = useQueryClient()
  return async (queue, recipeId) => {
    if (queue === 'factory') {
      const { byId } = await client.ensureQueryData(factoryRecipesQuery)
      return byId.get(recipeId)?.names[language] ?? ''
    }
    const { byId } = await client.ensureQueryData(craftRecipesQuery)
    return nameOf(byId.get(recipeId)?.ItemForVision ?? 0)
  }
}
