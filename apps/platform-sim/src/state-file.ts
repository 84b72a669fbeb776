import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** A JSON value on disk that is always whole: written beside, synced, then renamed over the old one. */
export interface StateFile {
  /** Resolves once the value, as it is now or later, is on disk. Callers that wait together share one write. */
  save: () => Promise<void>
}

/** Reads what an earlier run left, or undefined on the first run. */
export async function readStateFile(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Opens the file for saving `snapshot()`; without a path nothing is kept. */
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
    // A failed write was reported to its own callers; the next one tries anew.
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
