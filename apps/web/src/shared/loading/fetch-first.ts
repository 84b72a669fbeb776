/** Files that are here or on their way; what failed is forgotten, and asked for anew. */
const arriving = new Map<string, Promise<void>>()

/**
 * Imports a module once its file and all that it imports have come. The build puts it around every import() (see
 * scripts/fetch-first.ts).
 *
 * A browser that follows the HTML standard as it stood until 2026 keeps a failed import for as long as the page lives,
 * so that no repeat of it ever succeeds. A failed fetch it does not keep, and what was fetched it reads from its cache.
 * @param files addresses from the root, without their first slash
 * @throws what the first fetch that failed threw, or an error with the status that came instead of the file
 */
export async function fetchFirst<Module>(load: () => Promise<Module>, files: readonly string[] = []): Promise<Module> {
  await Promise.all(files.map((file) => arrive(`/${file}`)))
  return load()
}

function arrive(path: string): Promise<void> {
  let arrival = arriving.get(path)
  if (arrival === undefined) {
    arrival = isInPage(path) ? Promise.resolve() : fetchFile(path)
    arrival.catch(() => arriving.delete(path))
    arriving.set(path, arrival)
  }
  return arrival
}

/** What the page itself asks for need not be asked for again. */
function isInPage(path: string): boolean {
  return document.querySelector(`link[href="${path}"], script[src="${path}"]`) !== null
}

async function fetchFile(path: string): Promise<void> {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`${path} did not come: status ${response.status}`)
  // Only what has come whole is in the cache.
  await response.arrayBuffer()
}
