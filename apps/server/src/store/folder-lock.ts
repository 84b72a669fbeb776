import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const LOCK_FILE = 'clutch.pid'

/**
 * Keeps a second process off a data folder: PGlite would corrupt it. The file names the owner; one left behind by
 * a killed process is taken over.
 * @throws when a living process holds the folder.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, LOCK_FILE)
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
    const owner = Number(readFileSync(path, 'utf8'))
    if (owner !== process.pid && isAlive(owner)) {
      throw new Error(`${folder} is in use by process ${owner}. Stop it first, or choose another DATA_DIR.`, {
        cause: error,
      })
    }
    writeFileSync(path, String(process.pid))
  }
  return () => rmSync(path, { force: true })
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return isCode(error, 'EPERM')
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
