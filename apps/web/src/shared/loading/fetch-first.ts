/** A file that takes longer does not come over this line, and is asked for over another. */
const FILE_LIMIT_MS = 30_000

/** Files that are here or on their way; what failed is forgotten, and asked for anew. */
const arriving = new Map<string, Promise<void>>()

/** What the page asks for by itself, and what an import has failed of all the same. */
const doubted = new Set<string>()

/** An import that fails although its files have come: in some browsers only the page loaded anew gets over it. */
export class StuckImport extends Error {
  override readonly name = 'StuckImport'
}

/**
 * Imports a module once its file and all that it imports have come. The build puts it around every import() (see
 * scripts/fetch-first.ts).
 *
 * A browser that follows the HTML standard as it stood until 2026 keeps a failed import for as long as the page lives,
 * so that no repeat of it ever succeeds. A failed fetch it does not keep, and what was fetched it reads from its cache.
 * @param files addresses from the root, without their first slash
 * @throws what the first fetch that failed threw, or an error with the status that came instead of the file;
 *   {@link StuckImport} when all came and the import fails even so
 */
export async function fetchFirst<Module>(load: () => Promise<Module>, files: readonly string[] = []): Promise<Module> {
  const paths = files.map((file) => `/${file}`)
  await Promise.all(paths.map(arrive))
  try {
    return await load()
  } catch (cause) {
    const trusted = paths.filter(isLeftToPage)
    if (trusted.length === 0) throw new StuckImport('A module does not load though its files have come', { cause })
    for (const path of trusted) doubted.add(path)
    throw cause
  }
}

function arrive(path: string): Promise<void> {
  if (isLeftToPage(path)) return Promise.resolve()
  let arrival = arriving.get(path)
  if (arrival === undefined) {
    arrival = fetchFile(path)
    arrival.catch(() => arriving.delete(path))
    arriving.set(path, arrival)
  }
  return arrival
}

/** What the page itself asks for need not be asked for again, unless it seems not to have come. */
function isLeftToPage(path: string): boolean {
  return !doubted.has(path) && document.querySelector(`link[href="${path}"], script[src="${path}"]`) !== null
}

async function fetchFile(path: string): Promise<void> {
  const line = new AbortController()
  const limit = setTimeout(() => line.abort(), FILE_LIMIT_MS)
  try {
    const response = await fetch(path, { signal: line.signal })
    if (!response.ok) throw new Error(`${path} did not come: status ${response.status}`)
    // Only what has come whole is in the cache.
    await response.arrayBuffer()
  } finally {
    clearTimeout(limit)
  }
}
