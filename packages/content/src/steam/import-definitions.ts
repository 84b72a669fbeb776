import { LANGUAGES } from '../languages.ts'
import { checkPackFiles } from '../load/load-content-pack.ts'
import { MAX_ITEM_ID, NOTHING_BUNDLE_ID } from '../limits.ts'
import type { ContentProblem } from '../problem.ts'
import { type Converted, convertDefinition, definitionId, unusedProperties } from './convert-definition.ts'
import { type Definition, isDefinition, readInteger, readText } from './values.ts'

export interface ImportOptions {
  /** How the definition file is called in problems. */
  readonly sourceName: string
  /** Bundle strings by item id, for generators whose weights the file omits. */
  readonly weights: ReadonlyMap<number, string>
  /** Leaves broken entries out, with all that refer to them, instead of refusing the file. */
  readonly skipBroken: boolean
  readonly icons: ReadonlySet<string>
}

export interface ImportResult {
  /** Pack files by name, or `null` when the problems forbid a pack. */
  readonly files: ReadonlyMap<string, unknown> | null
  readonly problems: readonly ContentProblem[]
  readonly notes: readonly ContentProblem[]
  readonly counts: { readonly items: number; readonly bundles: number; readonly generators: number }
}

/** Turns an item definition file, or a downloaded archive of one, into the files of a pack. */
export function importDefinitions(source: unknown, options: ImportOptions): ImportResult {
  const { definitions, appId, problems } = readDefinitions(source, options.sourceName)
  const place = (entry: string, field: string, message: string): ContentProblem => ({
    file: options.sourceName,
    entry,
    field,
    message,
  })
  const notes: ContentProblem[] = []
  const unused = new Map<string, number>()
  let kept: Converted[] = []
  for (const [id, definition] of definitions) {
    const converted = convertDefinition(id, definition, options.weights.get(id))
    const entry = `item ${id}`
    notes.push(...converted.notes.map(({ field, message }) => place(entry, field, message)))
    problems.push(...converted.problems.map(({ field, message }) => place(entry, field, message)))
    for (const property of unusedProperties(definition)) unused.set(property, (unused.get(property) ?? 0) + 1)
    if (converted.problems.length === 0 || !options.skipBroken) kept.push(converted)
  }
  for (const [property, count] of unused) {
    notes.push({
      file: options.sourceName,
      entry: null,
      field: property,
      message: `Not used (${count} entries have it).`,
    })
  }

  let files = packFiles(withNothing(kept), appId)
  // Each round leaves at least one entry out, so the rounds end.
  for (;;) {
    const checked = checkPackFiles(files, options.icons)
    if (checked.ok) break
    const told = new Set(problems.map(({ entry, field }) => `${entry}/${field}`))
    const found = checked.problems
      .map((problem) => inSourceTerms(problem, options.sourceName))
      .filter(({ entry, field }) => !told.has(`${entry}/${field}`))
    problems.push(...found)
    const broken = new Set(checked.problems.map(({ entry }) => readInteger(entry?.split(' ').at(-1))))
    const rest = kept.filter(({ id }) => !broken.has(id))
    if (!options.skipBroken || rest.length === kept.length) break
    kept = rest
    files = packFiles(withNothing(kept), appId)
  }
  const usable = options.skipBroken ? checkPackFiles(files, options.icons).ok : problems.length === 0
  const count = (...types: Converted['type'][]) => kept.filter(({ type }) => types.includes(type)).length
  return {
    files: usable && kept.length > 0 ? files : null,
    problems,
    notes,
    counts: { items: count('item', 'other'), bundles: count('bundle'), generators: count('generator') },
  }
}

function readDefinitions(
  source: unknown,
  sourceName: string,
): { definitions: Map<number, Definition>; appId: string | undefined; problems: ContentProblem[] } {
  const problems: ContentProblem[] = []
  const report = (entry: string | null, field: string, message: string) =>
    problems.push({ file: sourceName, entry, field, message })
  const list = isDefinition(source) ? source['items'] : source
  const definitions = new Map<number, Definition>()
  const appId = isDefinition(source) ? readText(source['appid']) : undefined
  if (!Array.isArray(list)) {
    report(null, 'items', 'The file must be a list of item definitions or an object with "items".')
    return { definitions, appId, problems }
  }
  if (list.length === 0) report(null, 'items', 'The file holds no item definitions.')
  for (const [index, member] of list.entries()) {
    const entry = `item #${index + 1}`
    const id = isDefinition(member) ? definitionId(member) : undefined
    if (!isDefinition(member)) report(entry, '', 'An item definition must be an object.')
    else if (id === undefined || id < 1 || id > MAX_ITEM_ID) {
      report(entry, 'itemdefid', `"${String(member['itemdefid'])}" is not an id in 1 … ${MAX_ITEM_ID}.`)
    } else if (definitions.has(id)) report(`item ${id}`, 'itemdefid', 'The id is used already.')
    else definitions.set(id, member)
  }
  return { definitions, appId, problems }
}

/** Bundle 40 means "nothing" and is seldom defined: it is added where something refers to it. */
function withNothing(entries: readonly Converted[]): readonly Converted[] {
  if (entries.some(({ id }) => id === NOTHING_BUNDLE_ID)) {
    return entries.map((entry) => (entry.id === NOTHING_BUNDLE_ID && entry.type !== 'bundle' ? nothingBundle() : entry))
  }
  const text = JSON.stringify(entries.map(({ entry }) => [entry['contents'], entry['draws']]))
  return text.includes(`"item_id":${NOTHING_BUNDLE_ID},`) ? [...entries, nothingBundle()] : entries
}

function nothingBundle(): Converted {
  const definition = { type: 'bundle', name_english: 'Nothing', name_russian: 'Ничего' }
  return convertDefinition(NOTHING_BUNDLE_ID, definition, undefined)
}

function packFiles(entries: readonly Converted[], appId: string | undefined): ReadonlyMap<string, unknown> {
  const of = (...types: Converted['type'][]) =>
    entries
      .filter(({ type }) => types.includes(type))
      .toSorted((a, b) => a.id - b.id)
      .map(({ entry }) => entry)
  const languages = LANGUAGES.filter((language) =>
    entries.some(({ entry }) => isDefinition(entry['name']) && entry['name'][language] !== undefined),
  )
  return new Map<string, unknown>([
    [
      'pack.json',
      {
        id: appId === undefined ? 'steam-import' : `steam-${appId.replaceAll(/[^a-z0-9]+/gi, '').toLowerCase()}`,
        version: '1',
        name: { en: appId === undefined ? 'Imported game' : `Imported game ${appId}` },
        languages: languages.length === 0 ? ['en'] : languages,
      },
    ],
    ['items/steam.json', { items: of('item', 'other') }],
    ['bundles.json', { bundles: of('bundle') }],
    ['generators.json', { generators: of('generator') }],
  ])
}

const LANGUAGE_NAMES: Readonly<Record<string, string>> = {
  en: 'english',
  ru: 'russian',
  zh: 'schinese',
  tr: 'turkish',
  pt: 'portuguese',
  ja: 'japanese',
}

/** The operator edits definitions, not our files, so a problem names the platform's property. */
function inSourceTerms(problem: ContentProblem, sourceName: string): ContentProblem {
  const field = problem.field
    .replace(/^(contents|draws).*$/, 'bundle')
    .replace(/^tags\[.*$/, 'tags')
    .replace(/^id$/, 'itemdefid')
    .replace(
      /^(name|description)\.(\w\w)$/,
      (_, text: string, code: string) => `${text}_${LANGUAGE_NAMES[code] ?? code}`,
    )
  const entry = problem.entry?.replace(/^(bundle|generator) /, 'item ') ?? null
  return { file: sourceName, entry, field, message: problem.message }
}
