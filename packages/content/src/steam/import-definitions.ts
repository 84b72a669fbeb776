import { LANGUAGES } from '@clutch/contract/constants'
import { checkPackFiles } from '../load/load-content-pack.ts'
import { NOTHING_BUNDLE_ID } from '../limits.ts'
import type { ContentProblem } from '../problem.ts'
import { type Converted, convertDefinition, unusedProperties } from './convert-definition.ts'
import { RecipeIds } from './exchange.ts'
import { readDefinitions, type SourcedDefinition, type SourceFile } from './read-definitions.ts'
import { foreignLanguageOf, isDefinition, readInteger, platformLanguage } from './values.ts'

export interface ImportOptions {
  /** Bundle strings by item id, for generators whose weights the file omits. */
  readonly weights: ReadonlyMap<number, string>
  /** Leaves out broken entries and everything that refers to them, instead of rejecting the files. */
  readonly skipBroken: boolean
  readonly icons: ReadonlySet<string>
}

export interface ImportResult {
  /** Pack files by name, or null if problems prevent a pack. */
  readonly files: ReadonlyMap<string, unknown> | null
  readonly problems: readonly ContentProblem[]
  /** Everything left out, with the reason. */
  readonly leftOut: readonly ContentProblem[]
  /** Everything that was converted. */
  readonly notes: readonly ContentProblem[]
  readonly counts: {
    readonly items: number
    readonly bundles: number
    readonly generators: number
    readonly recipes: number
  }
}

const EXCHANGE_GROUP = {
  id: 'steam-exchange',
  name: { en: 'Exchange', ru: 'Обмен', zh: '兑换', tr: 'Takas', pt: 'Troca', ja: '交換' },
}

/** Converts item definition files, or downloaded archives of them, to the files of one pack. */
export function importDefinitions(sources: readonly SourceFile[], options: ImportOptions): ImportResult {
  const read = readDefinitions(sources)
  const problems = [...read.problems]
  const leftOut = [...read.leftOut]
  const notes = [...read.notes]
  const fileOf = new Map(read.definitions.map(({ id, file }) => [id, file]))
  const firstFile = sources[0]?.name ?? ''
  let kept: Converted[] = []
  for (const { file, id, definition } of read.definitions) {
    const converted = convertDefinition(id, definition, options.weights.get(id))
    for (const { kind, field, message } of converted.remarks) {
      const list = kind === 'problem' ? problems : kind === 'note' ? notes : leftOut
      list.push({ file, entry: `item ${id}`, field, message })
    }
    const isBroken = converted.remarks.some(({ kind }) => kind === 'problem')
    if (!isBroken || !options.skipBroken) kept.push(converted)
  }
  leftOut.push(...unusedOf(read.definitions))
  // Entries in unreadable places are unknown, so references to them must not be reported.
  const isComplete = options.skipBroken || !read.hasFaults

  let files = packFiles(kept, read.appId)
  // Terminates, because each round leaves out at least one entry.
  for (;;) {
    const checked = isComplete ? checkPackFiles(files.files, options.icons) : undefined
    if (checked === undefined || checked.ok) break
    const reported = new Set(problems.map(({ entry, field }) => `${entry}/${field}`))
    const found = checked.problems
      .map((problem) => inSourceTerms(problem, fileOf, firstFile))
      .filter(({ entry, field }) => !reported.has(`${entry}/${field}`))
    problems.push(...found)
    const broken = new Set(checked.problems.map(({ entry }) => readInteger(entry?.split(' ').at(-1))))
    const rest = kept.filter(({ id }) => !broken.has(id))
    if (!options.skipBroken || rest.length === kept.length) break
    kept = rest
    files = packFiles(kept, read.appId)
  }
  leftOut.push(
    ...files.unusableRecipes.map(({ outputId, message }) => ({
      file: fileOf.get(outputId) ?? firstFile,
      entry: `item ${outputId}`,
      field: 'exchange',
      message,
    })),
  )
  const usable = options.skipBroken ? checkPackFiles(files.files, options.icons).ok : problems.length === 0
  const count = (...types: Converted['type'][]) => kept.filter(({ type }) => types.includes(type)).length
  return {
    files: usable && kept.length > 0 ? files.files : null,
    problems,
    leftOut,
    notes,
    counts: {
      items: count('item', 'other'),
      bundles: count('bundle'),
      generators: count('generator'),
      recipes: files.recipes.length,
    },
  }
}

/** Unsupported properties and languages, once each with the number of entries. */
function unusedOf(definitions: readonly SourcedDefinition[]): ContentProblem[] {
  const byFile = Map.groupBy(definitions, ({ file }) => file)
  return [...byFile].flatMap(([file, entries]) => {
    const counts = new Map<string, number>()
    const languages = new Map<string, number>()
    for (const { definition } of entries) {
      const unused = unusedProperties(definition)
      const foreign = new Set(unused.flatMap((property) => foreignLanguageOf(property) ?? []))
      for (const language of foreign) languages.set(language, (languages.get(language) ?? 0) + 1)
      for (const property of unused) {
        if (foreignLanguageOf(property) === undefined) counts.set(property, (counts.get(property) ?? 0) + 1)
      }
    }
    const say = (field: string, message: string): ContentProblem => ({ file, entry: null, field, message })
    return [
      ...Array.from(counts, ([property, count]) => say(property, `Packs do not support it (entries: ${count}).`)),
      ...Array.from(languages, ([language, count]) =>
        say(`name_${language}, description_${language}`, `Packs do not support this language (entries: ${count}).`),
      ),
    ]
  })
}

/** Adds bundle 40, which means "nothing", if it is referenced but not defined. */
function withNothing(entries: readonly Converted[]): readonly Converted[] {
  if (entries.some(({ id }) => id === NOTHING_BUNDLE_ID)) return entries
  const text = JSON.stringify(entries.map(({ entry }) => [entry['contents'], entry['draws']]))
  if (!text.includes(`"item_id":${NOTHING_BUNDLE_ID},`)) return entries
  const definition = { type: 'bundle', name_english: 'Nothing', name_russian: 'Ничего' }
  return [...entries, convertDefinition(NOTHING_BUNDLE_ID, definition, undefined)]
}

interface UnusableRecipe {
  readonly outputId: number
  readonly message: string
}

/** Craft recipes of all exchanges; unusable if players cannot hold the materials. */
function craftRecipes(entries: readonly Converted[]): { recipes: unknown[]; unusable: UnusableRecipe[] } {
  const types = new Map(entries.map(({ id, type }) => [id, type]))
  const ids = new RecipeIds()
  const recipes: unknown[] = []
  const unusable: UnusableRecipe[] = []
  for (const { id: outputId, type, exchange } of entries) {
    for (const { materials, text } of exchange) {
      const missing = materials.find(({ itemId }) => !types.has(itemId))
      const opened = materials.find(({ itemId }) => types.get(itemId) === 'bundle' || types.get(itemId) === 'generator')
      if (missing !== undefined || opened !== undefined) {
        const reason =
          missing === undefined
            ? `Item ${opened?.itemId} opens when granted, so no player has it.`
            : `There is no item ${missing.itemId}.`
        unusable.push({ outputId, message: `The recipe "${text}" is left out. ${reason}` })
        continue
      }
      const opens = type === 'bundle' || type === 'generator'
      recipes.push({
        id: ids.idOf(outputId, materials),
        // A recipe that opens a box is shown as the box.
        item_for_vision: opens ? (materials[0]?.itemId ?? outputId) : outputId,
        craft_group: EXCHANGE_GROUP.id,
        time_craft_sec: 0,
        consumable_list: materials.map(({ itemId, count }) => ({ item_id: itemId, count })),
        output_list: [{ item_id: outputId, count: 1 }],
      })
    }
  }
  return { recipes, unusable }
}

interface MadeFiles {
  readonly files: ReadonlyMap<string, unknown>
  readonly recipes: readonly unknown[]
  readonly unusableRecipes: readonly UnusableRecipe[]
}

function packFiles(converted: readonly Converted[], appId: string | undefined): MadeFiles {
  const entries = withNothing(converted).toSorted((a, b) => a.id - b.id)
  const of = (...types: Converted['type'][]) =>
    entries.filter(({ type }) => types.includes(type)).map(({ entry }) => entry)
  const languages = LANGUAGES.filter((language) =>
    entries.some(({ entry }) => isDefinition(entry['name']) && entry['name'][language] !== undefined),
  )
  const { recipes, unusable } = craftRecipes(entries)
  const appName = appId?.replaceAll(/[^a-z0-9]+/gi, '').toLowerCase()
  const files = new Map<string, unknown>([
    [
      'pack.json',
      {
        id: appName === undefined || appName === '' ? 'steam-import' : `steam-${appName}`,
        version: '1',
        name: { en: appId === undefined ? 'Imported game' : `Imported game ${appId}` },
        languages: languages.length === 0 ? ['en'] : languages,
      },
    ],
    ['steam/items.json', { items: of('item', 'other') }],
    ['steam/bundles.json', { bundles: of('bundle') }],
    ['steam/generators.json', { generators: of('generator') }],
    ['steam/craft.json', { groups: recipes.length === 0 ? [] : [EXCHANGE_GROUP], recipes }],
  ])
  return { files, recipes, unusableRecipes: unusable }
}

/** Rewords problems in terms of the platform's properties, because the operator edits definitions, not pack files. */
function inSourceTerms(
  problem: ContentProblem,
  fileOf: ReadonlyMap<number, string>,
  firstFile: string,
): ContentProblem {
  const field = problem.field
    .replace(/^(contents|draws).*$/, 'bundle')
    .replace(/^tags\[.*$/, 'tags')
    .replace(/^id$/, 'itemdefid')
    .replace(/^(name|description)\.(\w\w)$/, (_, text: string, code: string) => `${text}_${platformLanguage(code)}`)
  const entry = problem.entry?.replace(/^(bundle|generator) /, 'item ') ?? null
  const id = readInteger(entry?.split(' ').at(-1))
  return { file: (id === undefined ? undefined : fileOf.get(id)) ?? firstFile, entry, field, message: problem.message }
}
