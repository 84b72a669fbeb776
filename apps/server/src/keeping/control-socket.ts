import { chmodSync, closeSync, openSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import * as z from 'zod'

const SOCKET_NAME = 'clutch.control'
const OWNER_ONLY = 0o600

const request = z.object({ do: z.literal('backup') })
const answer = z.union([
  z.object({ ok: z.literal(true), folder: z.string() }),
  z.object({ ok: z.literal(false), error: z.string() }),
])
type Answer = z.infer<typeof answer>

/**
 * Where the tools of whoever owns the data folder ask the server that runs on it: a unix socket inside, for its owner
 * alone. One line of JSON each way.
 * @returns what closes it.
 */
export async function listenForControl(dataDir: string, backUp: () => Promise<string>): Promise<() => Promise<void>> {
  const { path, release } = shortPath(dataDir)
  // Whoever holds the folder's lock owns the name, too: what lies there is left of a server that was killed.
  rmSync(join(dataDir, SOCKET_NAME), { force: true })
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    createInterface(socket).once('line', (line) => {
      void answerLine(line, backUp).then((told) => socket.end(`${JSON.stringify(told)}\n`))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  chmodSync(path, OWNER_ONLY)
  server.unref()
  return () =>
    new Promise((resolve) => {
      server.close(() => {
        release()
        resolve()
      })
    })
}

async function answerLine(line: string, backUp: () => Promise<string>): Promise<Answer> {
  try {
    request.parse(JSON.parse(line))
    return { ok: true, folder: await backUp() }
  } catch (error) {
    return { ok: false, error: error instanceof Error ? error.message : String(error) }
  }
}

/** Asks the server that runs on a data folder for a backup. @returns undefined when none runs. @throws when it fails. */
export async function askForBackup(dataDir: string): Promise<string | undefined> {
  const { path, release } = shortPath(dataDir)
  try {
    const line = await ask(path, { do: 'backup' })
    if (line === undefined) return undefined
    const told = answer.parse(JSON.parse(line))
    if (!told.ok) throw new Error(told.error)
    return told.folder
  } finally {
    release()
  }
}

function ask(path: string, question: z.infer<typeof request>): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect(path)
    let told = ''
    socket.setEncoding('utf8')
    socket.once('connect', () => socket.write(`${JSON.stringify(question)}\n`))
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') resolve(undefined)
      else reject(error)
    })
    socket.on('data', (text: string) => {
      told += text
    })
    socket.once('close', () => {
      if (told.endsWith('\n')) resolve(told)
      else reject(new Error('The server ended before the backup was made'))
    })
  })
}

/** A socket's path has at most 107 bytes, a folder's may have more: the descriptor stands for the folder. */
function shortPath(dataDir: string): { path: string; release: () => void } {
  const descriptor = openSync(dataDir, 'r')
  return { path: `/proc/self/fd/${descriptor}/${SOCKET_NAME}`, release: () => closeSync(descriptor) }
}
