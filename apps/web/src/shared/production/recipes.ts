import { queryOptions, useQuery } from '@tanstack/react-query'
import { callApi } from '../api/api.ts'
import { harvestQuery } from './harvest.ts'

/** Recipes change as rarely as the catalogue: one read per visit is enough. */
const FOREVER = { staleTime: Number.POSITIVE_INFINITY, structuralSharing: false } as const

export const craftRecipesQuery = queryOptions({
  queryKey: ['craft-recipes'],
  ...FOREVER,
  queryFn: async ({ signal }) => {
    const { response, groups } = await callApi('POST /craft/get-receipts', {}, { signal })
    return { recipes: response, groups, byId: new Map(response.map((recipe) => [recipe.TypeId, recipe])) }
  },
})

export const factoryRecipesQuery = queryOptions({
  queryKey: ['factory-recipes'],
  ...FOREVER,
  queryFn: async ({ signal }) => {
    const { response } = await callApi('POST /factory/get-receipts', {}, { signal })
    return { recipes: response, byId: new Map(response.map((recipe) => [recipe.receipt_id, recipe])) }
  },
})

export function useCraftRecipes() {
  return useQuery(craftRecipesQuery)
}

export function useFactoryRecipes() {
  return useQuery(factoryRecipesQuery)
}

/** The game's harvest recipes. They come with what the player has set, so both are one read. */
export function useHarvestRecipes() {
  return useQuery({ ...harvestQuery, staleTime: Number.POSITIVE_INFINITY, select: ({ receipts }) => receipts })
}
