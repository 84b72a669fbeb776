import { ALL_GROUPS } from './recipe-list.ts'

/** View state in the address; the rest is stored in the browser. */
export interface RecipeAddress {
  readonly group: string
  readonly query: string
  /** The recipe whose popup is open. */
  readonly recipeId: number | null
}

export function readRecipeAddress(search: Readonly<Record<string, unknown>>): RecipeAddress {
  const group = textOf(search['group'])
  const recipeId = Number(textOf(search['recipe']))
  return {
    group: group === '' ? ALL_GROUPS : group,
    query: textOf(search['q']),
    recipeId: Number.isInteger(recipeId) && recipeId > 0 ? recipeId : null,
  }
}

/** Writes only what differs from the default list. */
export function writeRecipeAddress({ group, query, recipeId }: RecipeAddress): Record<string, string> {
  return {
    ...(group !== ALL_GROUPS && { group }),
    ...(query !== '' && { q: query }),
    ...(recipeId !== null && { recipe: String(recipeId) }),
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
