import path from 'node:path'
import type { ParsedFiles } from '../load/parse-files.ts'
import { isPicture, PICTURE_FOLDER } from '../load/read-pictures.ts'
import type { PackPicture, PictureSubject, PictureType } from '../pack.ts'
import type { ContentProblem } from '../problem.ts'
import type { SourcedItem } from './sourced-item.ts'

/**
 * Finds what each picture shows by its name: an item's or recipe's id, a hall, or a tag with a dot for its colon, which
 * not every file system allows.
 * @param files digests of pictures among a pack's files, by path inside the folder
 */
export function findPictures(
  files: ReadonlyMap<string, unknown>,
  parsed: ParsedFiles,
  items: readonly SourcedItem[],
): { pictures: PackPicture[]; problems: ContentProblem[] } {
  const problems: ContentProblem[] = []
  const known = namesBySubject(parsed, items)
  const pictures = new Map<string, PackPicture>()
  for (const [file, digest] of files) {
    if (!isPicture(file)) continue
    const { dir, name, ext } = path.posix.parse(file)
    const of = dir.slice(PICTURE_FOLDER.length + 1) as PictureSubject
    const id = known[of].get(name)
    const report = (message: string) => problems.push({ file, entry: null, field: '', message })
    if (id === undefined) report(`"${name}" is not ${EXPECTED_NAMES[of]}.`)
    else if (pictures.has(`${of}/${id}`)) report('There is another picture of the same name.')
    else pictures.set(`${of}/${id}`, { of, id, digest: String(digest), type: ext.slice(1) as PictureType })
  }
  return { pictures: [...pictures.values()], problems }
}

const EXPECTED_NAMES: Readonly<Record<PictureSubject, string>> = {
  items: 'the id of an item',
  categories: 'a tag of an item, with a dot instead of its colon',
  harvest: 'the id of a harvest recipe',
  factory: 'the id of a factory recipe',
  halls: 'heroes or relics',
}

type Names = ReadonlyMap<string, string>

/** Names of files in `images/` with the ids that they mean, per folder. */
function namesBySubject(parsed: ParsedFiles, items: readonly SourcedItem[]): Readonly<Record<PictureSubject, Names>> {
  return {
    items: namesOf(items.map(({ item }) => item.id)),
    categories: new Map(items.flatMap(({ item }) => item.tags.map((tag) => [tag.replace(':', '.'), tag]))),
    harvest: namesOf(parsed.harvest?.recipes.map(({ id }) => id) ?? []),
    factory: namesOf(parsed.factory?.recipes.map(({ id }) => id) ?? []),
    halls: namesOf(['heroes', 'relics']),
  }
}

function namesOf(ids: readonly (number | string)[]): Names {
  return new Map(ids.map((id) => [String(id), String(id)]))
}
