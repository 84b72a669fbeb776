/** After this long a request is given up and repeated over another connection. */
const FILE_LIMIT_MS = 30_000

/** Loaded and pending files; failed ones are removed, so that they are fetched again. */
const fetches = new Map<string, Promise<void>>()

/** Files loaded by the page whose import has failed anyway. */
const refetched = new Set<string>()

/** An import that fails although its files have loaded: in some browsers only a page reload helps. */
export class StuckImportError extends Error {
  override readonly name = 'StuckImportError'
}

/**
 * Imports a module once its file and all its imports have loaded. The build wraps every import() in it (see
 * scripts/fetch-first.ts).
 *
 * Browsers that follow the HTML standard from before 2026 cache a failed import as long as the page lives, so that no
 * retry can succeed. A failed fetch is not cached, and a fetched file is imported from the cache.
 * @param files addresses from the root, without the leading slash
 * @throws the first fetch's failure, or an error with an unexpected status; {@link StuckImportError} if all files have
 *   loaded and the import still fails
 */
export async function fetchFirst<Module>(load: () => Promise<Module>, files: readonly string[] = []): Promise<Module> {
  const paths = files.map((file) => `/${file}`)
  await Promise.all(paths.map(fetchOnce))
  try {
    return await load()
  } catch (cause) {
    const trusted = paths.filter(isLoadedByPage)
    if (trusted.length === 0) throw new StuckImportError('An import fails although its files have loaded', { cause })
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

/** Files that the page itself loads are not fetched again, unless importing them has failed. */
function isLoadedByPage(path: string): boolean {
  return !refetched.has(path) && document.querySelector(`link[href="${path}"], script[src="${path}"]`) !== null
}

async function fetchFile(path: string): Promise<void> {
  const line = new AbortController()
  const limit = setTimeout(() => line.abort(), FILE_LIMIT_MS)
  try {
    const response = await fetch(path, { signal: line.signal })
    if (!response.ok) throw new Error(`${path} failed to load: status ${response.status}`)
    // Only a complete response is cached.
    await response.arrayBuffer()
  } finally {
    clearTimeout(limit)
  }
}
