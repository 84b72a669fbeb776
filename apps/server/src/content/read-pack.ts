import { formatProblem, loadContentPack, packDigest } from '@clutch/content'
import type { ReadPack } from '../areas/content/stored-contents.ts'

/** @throws an error that lists all problems when the pack is invalid */
export async function readPack(folder: string): Promise<ReadPack> {
  const loaded = await loadContentPack(folder)
  if (!loaded.ok) throw new Error(`The content pack is invalid:\n${loaded.problems.map(formatProblem).join('\n')}`)
  return {
    pack: loaded.pack,
    digest: packDigest(loaded.pack),
    files: Object.fromEntries(loaded.files),
    pictures: loaded.pictures,
  }
}
