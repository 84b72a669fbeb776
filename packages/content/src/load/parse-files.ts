import type * as z from 'zod'
import type { ContentProblem } from '../problem.ts'
import { craftFile } from '../schema/craft.ts'
import { demoFile } from '../schema/demo.ts'
import { bundlesFile, generatorsFile, itemsFile } from '../schema/items.ts'
import { rentFile, rouletteFile } from '../schema/leisure.ts'
import { announcementsFile, changelogFile } from '../schema/news.ts'
import { packFile } from '../schema/pack-settings.ts'
import { factoryFile, harvestFile } from '../schema/production.ts'
import { tagsFile } from '../schema/tags.ts'
import { problemsOfIssues } from './issues.ts'
import type { RawFiles } from './read-folder.ts'
import { isPicture } from './read-pictures.ts'

const SINGLE_FILES = {
  'pack.json': packFile,
  'factory.json': factoryFile,
  'harvest.json': harvestFile,
  'rent.json': rentFile,
  'roulette.json': rouletteFile,
  'demo.json': demoFile,
  'tags.json': tagsFile,
  'news/announcements.json': announcementsFile,
  'news/changelog.json': changelogFile,
}

/** Files written by the operator, and by the Steam import in `steam/`. */
const BUNDLE_FILES = ['bundles.json', 'steam/bundles.json']
const GENERATOR_FILES = ['generators.json', 'steam/generators.json']
const CRAFT_FILES = ['craft.json', 'steam/craft.json']
const STEAM_ITEMS_FILE = 'steam/items.json'

const KNOWN_FILES: ReadonlySet<string> = new Set([
  ...Object.keys(SINGLE_FILES),
  ...BUNDLE_FILES,
  ...GENERATOR_FILES,
  ...CRAFT_FILES,
  STEAM_ITEMS_FILE,
])

/** The parsed files of a pack; references between them are not checked yet. */
export interface ParsedFiles {
  readonly pack: z.output<typeof packFile> | undefined
  readonly items: ReadonlyMap<string, z.output<typeof itemsFile>>
  readonly bundles: ReadonlyMap<string, z.output<typeof bundlesFile>>
  readonly generators: ReadonlyMap<string, z.output<typeof generatorsFile>>
  readonly craft: ReadonlyMap<string, z.output<typeof craftFile>>
  readonly factory: z.output<typeof factoryFile> | undefined
  readonly harvest: z.output<typeof harvestFile> | undefined
  readonly rent: z.output<typeof rentFile> | undefined
  readonly roulette: z.output<typeof rouletteFile> | undefined
  readonly demo: z.output<typeof demoFile> | undefined
  readonly tags: z.output<typeof tagsFile> | undefined
  readonly announcements: z.output<typeof announcementsFile> | undefined
  readonly changelog: z.output<typeof changelogFile> | undefined
}

export function parseFiles(files: RawFiles): { parsed: ParsedFiles; problems: ContentProblem[] } {
  const problems: ContentProblem[] = []

  function parse<S extends z.ZodType>(file: string, schema: S): z.output<S> | undefined {
    const raw = files.get(file)
    if (raw === undefined) return undefined
    const result = schema.safeParse(raw)
    if (result.success) return result.data
    problems.push(...problemsOfIssues(file, raw, result.error.issues))
    return undefined
  }

  function parseAll<S extends z.ZodType>(names: readonly string[], schema: S): Map<string, z.output<S>> {
    const all = new Map<string, z.output<S>>()
    for (const file of names) {
      const parsed = parse(file, schema)
      if (parsed !== undefined) all.set(file, parsed)
    }
    return all
  }

  const itemFiles = [...files.keys()].filter((file) => file.startsWith('items/'))
  for (const file of files.keys()) {
    if (file.startsWith('items/') || isPicture(file) || KNOWN_FILES.has(file)) continue
    const message = `Unknown file name; known are ${[...KNOWN_FILES].join(', ')} and items/*.json.`
    problems.push({ file, entry: null, field: '', message })
  }
  const parsed: ParsedFiles = {
    pack: parse('pack.json', SINGLE_FILES['pack.json']),
    items: parseAll([...itemFiles, STEAM_ITEMS_FILE], itemsFile),
    bundles: parseAll(BUNDLE_FILES, bundlesFile),
    generators: parseAll(GENERATOR_FILES, generatorsFile),
    craft: parseAll(CRAFT_FILES, craftFile),
    factory: parse('factory.json', SINGLE_FILES['factory.json']),
    harvest: parse('harvest.json', SINGLE_FILES['harvest.json']),
    rent: parse('rent.json', SINGLE_FILES['rent.json']),
    roulette: parse('roulette.json', SINGLE_FILES['roulette.json']),
    demo: parse('demo.json', SINGLE_FILES['demo.json']),
    tags: parse('tags.json', SINGLE_FILES['tags.json']),
    announcements: parse('news/announcements.json', SINGLE_FILES['news/announcements.json']),
    changelog: parse('news/changelog.json', SINGLE_FILES['news/changelog.json']),
  }
  return { parsed, problems }
}
