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

const SINGLE_FILES = {
  'pack.json': packFile,
  'bundles.json': bundlesFile,
  'generators.json': generatorsFile,
  'craft.json': craftFile,
  'factory.json': factoryFile,
  'harvest.json': harvestFile,
  'rent.json': rentFile,
  'roulette.json': rouletteFile,
  'demo.json': demoFile,
  'tags.json': tagsFile,
  'news/announcements.json': announcementsFile,
  'news/changelog.json': changelogFile,
}

/** The files of a pack with their shapes checked; what they say to each other is not checked yet. */
export interface ParsedFiles {
  readonly pack: z.output<typeof packFile> | undefined
  readonly items: ReadonlyMap<string, z.output<typeof itemsFile>>
  readonly bundles: z.output<typeof bundlesFile> | undefined
  readonly generators: z.output<typeof generatorsFile> | undefined
  readonly craft: z.output<typeof craftFile> | undefined
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

  const items = new Map<string, z.output<typeof itemsFile>>()
  for (const file of files.keys()) {
    if (file.startsWith('items/')) {
      const parsed = parse(file, itemsFile)
      if (parsed !== undefined) items.set(file, parsed)
    } else if (!Object.hasOwn(SINGLE_FILES, file)) {
      const message = `A pack has no file of this name; known are ${Object.keys(SINGLE_FILES).join(', ')} and items/*.json.`
      problems.push({ file, entry: null, field: '', message })
    }
  }
  const parsed: ParsedFiles = {
    pack: parse('pack.json', SINGLE_FILES['pack.json']),
    items,
    bundles: parse('bundles.json', SINGLE_FILES['bundles.json']),
    generators: parse('generators.json', SINGLE_FILES['generators.json']),
    craft: parse('craft.json', SINGLE_FILES['craft.json']),
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
