import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** A JSON file replaced atomically: written to a temporary file, synced, then renamed. */
export interface StateFile {
  /** Resolves once the current value, or a later one, is on disk. Concurrent callers share one write. */
  save: () => Promise<void>
}

/** Reads the stored value, or undefined on the first run. */
export async function readStateFile(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Opens the file for saving `snapshot()`; without a path nothing is stored. */
export function openStateFile(path: string | undefined, snapshot: () => unknown): StateFile {
  if (path === undefined) return { save: async () => {} }
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  return {
    save() {
      next ??= startAfter(running)
      return next
    },
  }

  async function startAfter(previous: Promise<void>): Promise<void> {
    // A failed write was reported to its callers; the next one retries.
    await previous.catch(() => {})
    running = writeWhole(path ?? '', JSON.stringify(snapshot()))
    next = undefined
    await running
  }
}

async function writeWhole(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const partial = `${path}.partial`
  const file = await open(partial, 'w')
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(partial, path)
}
