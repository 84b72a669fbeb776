import { formatProblem, loadContentPack, packDigest } from '@clutch/content'
import type { ReadPack } from '../areas/content/stored-contents.ts'

/** @throws with all problems of a pack that cannot be used. */
export async function readPack(folder: string): Promise<ReadPack> {
  const loaded = await loadContentPack(folder)
  if (!loaded.ok) throw new Error(`The content pack cannot be used:\n${loaded.problems.map(formatProblem).join('\n')}`)
  return { pack: loaded.pack, digest: packDigest(loaded.pack), files: Object.fromEntries(loaded.files) }
}
