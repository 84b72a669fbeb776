import type { ParsedFiles } from '../load/parse-files.ts'
import type { ContentProblem } from '../problem.ts'
import { collectCraftRecipes, type SourcedItem } from './sourced-item.ts'

/** Checks that ids are unique: across items, bundles and generators, and within every other list. */
export function checkDuplicates(parsed: ParsedFiles, items: readonly SourcedItem[]): ContentProblem[] {
  const recipes = (file: string, list: readonly { id: number }[] | undefined) =>
    repeated(list ?? [], (recipe) => ({ key: recipe.id, file, entry: `recipe ${recipe.id}`, field: 'id' }))

  return [
    ...repeated(items, ({ item, file, entry }) => ({ key: item.id, file, entry, field: 'id' })),
    ...repeated(collectCraftRecipes(parsed), ({ recipe, file, entry }) => ({
      key: recipe.id,
      file,
      entry,
      field: 'id',
    })),
    ...recipes('factory.json', parsed.factory?.recipes),
    ...recipes('harvest.json', parsed.harvest?.recipes),
    ...repeated(
      [...parsed.craft].flatMap(([file, { groups }]) => groups.map(({ id }) => ({ id, file }))),
      ({ id, file }) => ({ key: id, file, entry: `group ${id}`, field: 'id' }),
    ),
    ...repeated(parsed.rent?.rentable ?? [], ({ itemId }) => ({
      key: itemId,
      file: 'rent.json',
      entry: `rentable item ${itemId}`,
      field: 'item_id',
    })),
    ...repeated(parsed.demo?.references ?? [], ({ itemId }) => ({
      key: itemId,
      file: 'demo.json',
      entry: `item ${itemId}`,
      field: 'item_id',
    })),
    ...repeated(parsed.tags?.tags ?? [], ({ tag }) => ({
      key: tag,
      file: 'tags.json',
      entry: `tag ${tag}`,
      field: 'tag',
    })),
    ...repeated(parsed.pack?.chat_channels ?? [], ({ id }) => ({
      key: id,
      file: 'pack.json',
      entry: `chat channel ${id}`,
      field: 'id',
    })),
    ...repeated(parsed.announcements?.announcements ?? [], ({ id }) => ({
      key: id,
      file: 'news/announcements.json',
      entry: `announcement ${id}`,
      field: 'id',
    })),
    ...repeated(parsed.changelog?.changelog ?? [], ({ version }) => ({
      key: version,
      file: 'news/changelog.json',
      entry: `version ${version}`,
      field: 'version',
    })),
  ]
}

interface Keyed {
  readonly key: string | number
  readonly file: string
  readonly entry: string
  readonly field: string
}

function repeated<T>(list: readonly T[], keyOf: (member: T) => Keyed): ContentProblem[] {
  const firstFile = new Map<string | number, string>()
  const problems: ContentProblem[] = []
  for (const member of list) {
    const { key, file, entry, field } = keyOf(member)
    const first = firstFile.get(key)
    if (first === undefined) firstFile.set(key, file)
    else problems.push({ file, entry, field, message: `"${key}" is already used in ${first}.` })
  }
  return problems
}
