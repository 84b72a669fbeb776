import type { ParsedFiles } from '../load/parse-files.ts'
import type { ContentProblem } from '../problem.ts'

/** Every recipe belongs to a craft group that exists. */
export function checkCraftGroups({ craft }: ParsedFiles): ContentProblem[] {
  const groups = new Set((craft?.groups ?? []).map((group) => group.id))
  return (craft?.recipes ?? [])
    .filter((recipe) => !groups.has(recipe.craftGroup))
    .map((recipe) => ({
      file: 'craft.json',
      entry: `recipe ${recipe.id}`,
      field: 'craft_group',
      message: `There is no craft group "${recipe.craftGroup}".`,
    }))
}
