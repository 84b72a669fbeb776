import { checkDuplicates } from '../checks/duplicates.ts'
import { checkCraftGroups } from '../checks/groups.ts'
import { checkIcons, readIconNames, type IconNames } from '../checks/icons.ts'
import { checkOpenings } from '../checks/openings.ts'
import { findPictures } from '../checks/pictures.ts'
import { checkReferences } from '../checks/references.ts'
import { collectItems, type SourcedItem } from '../checks/sourced-item.ts'
import { findMissingTranslations, findUnnamedTags, findUnsellable } from '../checks/warnings.ts'
import { MAX_REPORTED_PROBLEMS } from '../limits.ts'
import type { ContentItem, ContentPack, PackPicture } from '../pack.ts'
import type { ContentProblem } from '../problem.ts'
import { demoFile } from '../schema/demo.ts'
import { parseFiles, type ParsedFiles } from './parse-files.ts'
import { readPackFolder, type RawFiles } from './read-folder.ts'
import type { PictureFiles } from './read-pictures.ts'

/** `warnings`, such as missing translations, do not prevent using a pack. `files` are its raw files. */
export type ContentPackResult =
  | {
      readonly ok: true
      readonly pack: ContentPack
      readonly files: RawFiles
      readonly warnings: readonly ContentProblem[]
    }
  | { readonly ok: false; readonly problems: readonly ContentProblem[] }

/** A pack read from its folder, with the bytes of its pictures by their digests. */
export type PackFolderResult =
  | (Extract<ContentPackResult, { ok: true }> & { readonly pictures: PictureFiles['bytes'] })
  | Extract<ContentPackResult, { ok: false }>

/** Reads and validates a pack folder. Problems are returned, never thrown. */
export async function loadContentPack(folder: string): Promise<PackFolderResult> {
  const { files, pictures, problems } = await readPackFolder(folder)
  if (files.size === 0 && problems.length > 0) return { ok: false, problems }
  const checked = checkPackFiles(files, await readIconNames(), problems)
  return checked.ok ? { ...checked, pictures } : checked
}

/** The same for files in memory, as the importer has them. */
export function checkPackFiles(
  files: RawFiles,
  icons: IconNames,
  readProblems: readonly ContentProblem[] = [],
): ContentPackResult {
  const { parsed, problems: shapeProblems } = parseFiles(files)
  const problems = [...readProblems, ...shapeProblems]
  if (!files.has('pack.json') && !readProblems.some(({ file }) => file === 'pack.json')) {
    problems.push({ file: 'pack.json', entry: null, field: '', message: 'The file is missing.' })
  }
  // Checks across files need all files to be readable, or they would report entries of broken files as missing.
  if (problems.length > 0 || parsed.pack === undefined) return { ok: false, problems: limited(problems) }

  const sourced = collectItems(parsed)
  const references = new Map((parsed.demo?.references ?? []).map(({ itemId, reference }) => [itemId, reference]))
  const items = sourced
    .map(({ item }): ContentItem => ({ ...item, demo: references.get(item.id) ?? null }))
    .toSorted((a, b) => a.id - b.id)
  const itemById = new Map(items.map((item) => [item.id, item]))
  const { pictures, problems: pictureProblems } = findPictures(files, parsed, sourced)
  const crossProblems = [...crossCheck(parsed, sourced, itemById, icons), ...pictureProblems]
  if (crossProblems.length > 0) return { ok: false, problems: limited(crossProblems) }

  return {
    ok: true,
    pack: assemble(parsed, parsed.pack, items, itemById, pictures),
    files,
    warnings: [
      ...findMissingTranslations(files, parsed.pack.languages),
      ...findUnsellable(sourced),
      ...findUnnamedTags(parsed, sourced),
    ],
  }
}

function crossCheck(
  parsed: ParsedFiles,
  sourced: readonly SourcedItem[],
  itemById: ReadonlyMap<number, ContentItem>,
  icons: IconNames,
): ContentProblem[] {
  return [
    ...checkDuplicates(parsed, sourced),
    ...checkIcons(sourced, icons),
    ...checkReferences(parsed, sourced, itemById),
    ...checkOpenings(sourced, itemById),
    ...checkCraftGroups(parsed),
  ]
}

function assemble(
  parsed: ParsedFiles,
  settings: NonNullable<ParsedFiles['pack']>,
  items: readonly ContentItem[],
  itemById: ReadonlyMap<number, ContentItem>,
  pictures: readonly PackPicture[],
): ContentPack {
  return {
    id: settings.id,
    version: settings.version,
    languages: settings.languages,
    name: settings.name,
    items,
    itemById,
    tagNames: new Map(parsed.tags?.tags.map(({ tag, name }) => [tag, name])),
    pictures,
    market: settings.market,
    starterPack: settings.starter_pack,
    referralReward: settings.referral_reward,
    referralMinValue: settings.referral_min_value,
    energy: settings.energy ?? null,
    storeCoins: settings.store_coins ?? null,
    chatChannels: settings.chat_channels,
    chatWords: Object.values(settings.chat_words).flat(),
    chatLinkDomains: settings.chat_link_domains,
    reportIssueUrl: settings.report_issue_url ?? null,
    playerKeys: settings.player_keys,
    craftGroups: [...parsed.craft.values()].flatMap(({ groups }) => groups),
    craftRecipes: [...parsed.craft.values()].flatMap(({ recipes }) => recipes),
    factoryRecipes: parsed.factory?.recipes ?? [],
    harvestRecipes: parsed.harvest?.recipes ?? [],
    rentableItems: parsed.rent?.rentable ?? [],
    roulette: parsed.roulette ?? null,
    announcements: parsed.announcements?.announcements ?? [],
    changelog: parsed.changelog?.changelog ?? [],
    demoEconomy: (parsed.demo ?? demoFile.parse({})).economy,
  }
}

function limited(problems: readonly ContentProblem[]): readonly ContentProblem[] {
  const left = problems.length - MAX_REPORTED_PROBLEMS
  if (left <= 0) return problems
  const more = { file: '', entry: null, field: '', message: `${left} more problems are not listed.` }
  return [...problems.slice(0, MAX_REPORTED_PROBLEMS), more]
}
