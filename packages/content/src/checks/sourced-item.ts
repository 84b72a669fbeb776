import type { ParsedFiles } from '../load/parse-files.ts'
import type { ContentItem, CraftRecipe } from '../pack.ts'

/** An item with its place in the files, for problem messages. */
export interface SourcedItem {
  readonly item: ContentItem
  readonly file: string
  readonly entry: string
}

/** Items, bundles and generators of all files, in file order. */
export function collectItems(parsed: ParsedFiles): SourcedItem[] {
  const plain = [...parsed.items].flatMap(([file, { items }]) =>
    items.map((item) => ({ item, file, entry: `item ${item.id}` })),
  )
  const bundles = [...parsed.bundles].flatMap(([file, { bundles: list }]) =>
    list.map((item) => ({ item, file, entry: `bundle ${item.id}` })),
  )
  const generators = [...parsed.generators].flatMap(([file, { generators: list }]) =>
    list.map((item) => ({ item, file, entry: `generator ${item.id}` })),
  )
  return [...plain, ...bundles, ...generators]
}

/** A craft recipe with its file. */
export interface SourcedRecipe {
  readonly recipe: CraftRecipe
  readonly file: string
  readonly entry: string
}

/** Craft recipes of all files, in file order. */
export function collectCraftRecipes(parsed: ParsedFiles): SourcedRecipe[] {
  return [...parsed.craft].flatMap(([file, { recipes }]) =>
    recipes.map((recipe) => ({ recipe, file, entry: `recipe ${recipe.id}` })),
  )
}
