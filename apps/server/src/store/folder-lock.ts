import { randomUUID } from 'node:crypto'
import { chmodSync, closeSync, linkSync, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { FOLDER_MODE } from './folder-access.ts'

/** Names such as `clutch.lock.7`: a listening socket. Each take-over uses the next higher number. */
const LOCK_NAME = /^clutch\.lock\.(\d+)$/
/** Each attempt fails only if another process takes the lock at that moment; more failures than this indicate a fault. */
const TRIES_MAX = 1_000

/**
 * Locks a data folder against a second process: PGlite would corrupt it. The lock is a Unix socket in the folder on which
 * the holder listens. The kernel closes it when the process ends in any way, and it works between containers that share
 * only the folder. A lock that accepts connections is held; one that rejects them is stale.
 *
 * A stale lock is never removed and replaced: of two processes that find it stale, one could remove the other's new lock.
 * Instead locks are numbered, each number is created by `link`, which succeeds only once, and the highest number counts.
 * The highest is never removed, not even on release.
 * @returns a function that releases the lock
 * @throws when a running process holds the folder, or the file system does not support sockets
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE })
  // Addressed by the folder's descriptor: a socket's path is limited to 107 bytes.
  const descriptor = openSync(folder, 'r')
  const short = `/proc/self/fd/${descriptor}`
  const ownName = `clutch.lock.of-${randomUUID()}`
  try {
    const server = await listen(join(short, ownName)).catch((error: unknown) => {
      throw new Error(`${folder} cannot be locked: its file system has to support unix sockets`, { cause: error })
    })
    try {
      await takeNumber(folder, short, ownName)
    } catch (error) {
      server.close()
      throw error
    } finally {
      rmSync(join(folder, ownName), { force: true })
    }
    return () =>
      new Promise((resolve) => {
        server.close(() => {
          closeSync(descriptor)
          resolve()
        })
      })
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}

async function takeNumber(folder: string, short: string, ownName: string): Promise<void> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const highest = Math.max(0, ...numbersIn(folder))
    if (highest > 0 && (await isHeld(join(short, `clutch.lock.${highest}`)))) {
      throw new Error(`${folder} is in use by another Clutch server. Stop it first, or choose another DATA_DIR.`)
    }
    const mine = highest + 1
    if (!tryLink(join(folder, ownName), join(folder, `clutch.lock.${mine}`))) continue
    const numbers = numbersIn(folder)
    if (Math.max(...numbers) === mine) {
      for (const number of numbers) if (number < mine) rmSync(join(folder, `clutch.lock.${number}`), { force: true })
      return
    }
    // A higher number was created and older ones removed in the meantime.
    rmSync(join(folder, `clutch.lock.${mine}`), { force: true })
  }
  throw new Error(`${folder} cannot be locked: too many processes are trying at the same time`)
}

function numbersIn(folder: string): number[] {
  return readdirSync(folder).flatMap((name) => {
    const digits = LOCK_NAME.exec(name)?.[1]
    return digits === undefined ? [] : [Number(digits)]
  })
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  }
}

function listen(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', reject)
    server.listen(path, () => {
      chmodSync(path, 0o600)
      server.unref()
      resolve(server)
    })
  })
}

/** A lock is free only if the connection is refused or the file is gone. */
function isHeld(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', (error) => resolve(!isCode(error, 'ECONNREFUSED') && !isCode(error, 'ENOENT')))
  })
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
