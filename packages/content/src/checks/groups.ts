import type { ParsedFiles } from '../load/parse-files.ts'
import type { ContentProblem } from '../problem.ts'
import { collectCraftRecipes } from './sourced-item.ts'

/** Checks that every craft recipe belongs to an existing group in any file. */
export function checkCraftGroups(parsed: ParsedFiles): ContentProblem[] {
  const groups = new Set([...parsed.craft.values()].flatMap((file) => file.groups.map(({ id }) => id)))
  return collectCraftRecipes(parsed)
    .filter(({ recipe }) => !groups.has(recipe.craftGroup))
    .map(({ recipe, file, entry }) => ({
      file,
      entry,
      field: 'craft_group',
      message: `There is no craft group "${recipe.craftGroup}".`,
    }))
}
