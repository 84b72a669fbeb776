/** A file that takes longer does not come over this line, and is asked for over another. */
const FILE_LIMIT_MS = 30_000

/** Files that are here or on their way; what failed is forgotten, and asked for anew. */
const fetches = new Map<string, Promise<void>>()

/** What the page asks for by itself, and what an import has failed of all the same. */
const refetched = new Set<string>()

/** An import that fails although its files have come: in some browsers only the page loaded anew gets over it. */
export class StuckImportError extends Error {
  override readonly name = 'StuckImportError'
}

/**
 * Imports a module once its file and all that it imports have come. The build puts it around every import() (see
 * scripts/fetch-first.ts).
 *
 * A browser that follows the HTML standard as it stood until 2026 keeps a failed import for as long as the page lives,
 * so that no repeat of it ever succeeds. A failed fetch it does not keep, and what was fetched it reads from its cache.
 * @param files addresses from the root, without their first slash
 * @throws what the first fetch that failed threw, or an error with the status that came instead of the file;
 *   {@link StuckImportError} when all came and the import fails even so
 */
export async function fetchFirst<Module>(load: () => Promise<Module>, files: readonly string[] = []): Promise<Module> {
  const paths = files.map((file) => `/${file}`)
  await Promise.all(paths.map(fetchOnce))
  try {
    return await load()
  } catch (cause) {
    const trusted = paths.filter(isLoadedByPage)
    if (trusted.length === 0) throw new StuckImportError('A module does not load though its files have come', { cause })
    for (const path of trusted) refetched.add(path)
    throw cause
  }
}

function fetchOnce(path: string): Promise<void> {
  if (isLoadedByPage(path)) return Promise.resolve()
  let arrival = fetches.get(path)
  if (arrival === undefined) {
    arrival = fetchFile(path)
    arrival.catch(() => fetches.delete(path))
    fetches.set(path, arrival)
  }
  return arrival
}

/** What the page itself asks for need not be asked for again, unless it seems not to have come. */
function isLoadedByPage(path: string): boolean {
  return !refetched.has(path) && document.querySelector(`link[href="${path}"], script[src="${path}"]`) !== null
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
