import { formatProblem, loadContentPack, type ContentPack } from '@clutch/content'

/** @throws with all problems of a pack that cannot be used. */
export async function readPack(folder: string): Promise<ContentPack> {
  const loaded = await loadContentPack(folder)
  if (loaded.ok) return loaded.pack
  throw new Error(`The content pack cannot be used:\n${loaded.problems.map(formatProblem).join('\n')}`)
}
