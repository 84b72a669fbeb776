import { randomUUID } from 'node:crypto'
import { chmodSync, closeSync, linkSync, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'

/** `clutch.lock.7`: a listening socket that has this name, and the next higher number once another took over. */
const LOCK_NAME = /^clutch\.lock\.(\d+)$/
/** Each try ends because somebody else took the lock meanwhile: more than this many is a fault, not a race. */
const TRIES_MAX = 1_000
const FOLDER_MODE = 0o700

/**
 * Keeps a second process off a data folder: PGlite would corrupt it. The lock is a unix socket in the folder on which
 * the holder listens, so the kernel drops it with the process, however that ends, and it holds between containers that
 * share the folder and nothing else. Whoever connects knows that it is held; one that refuses connections is stale.
 *
 * A stale lock is never removed to make room: two that found it stale could each remove the other's new one. Instead
 * locks are numbered, each number is taken by `link`, which only one can do, and the highest number counts. The highest
 * is never removed, not even on release.
 * @returns what gives the lock back.
 * @throws when a living process holds the folder, or the file system has no sockets.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE })
  // A socket's path has at most 107 bytes, a folder's may have more: the descriptor stands for the folder.
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
    // Taken over and cleared away while this one looked: its number came too late.
    rmSync(join(folder, `clutch.lock.${mine}`), { force: true })
  }
  throw new Error(`${folder} cannot be locked: too many others try at the same time`)
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

/** Only a refused connection, or no lock at all any more, says that nobody holds it. */
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
