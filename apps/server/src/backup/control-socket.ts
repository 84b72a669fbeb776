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
 * Listens on a Unix socket in the data folder, through which command-line tools send requests to the running server.
 * Accessible to the folder's owner only. One line of JSON each way.
 * @returns a function that closes the socket
 */
export async function listenForControl(dataDir: string, backUp: () => Promise<string>): Promise<() => Promise<void>> {
  const { path, release } = shortPath(dataDir)
  // This server holds the folder's lock, so an existing socket was left by a killed server.
  rmSync(join(dataDir, SOCKET_NAME), { force: true })
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    createInterface(socket).once('line', (line) => {
      void answerLine(line, backUp).then((reply) => socket.end(`${JSON.stringify(reply)}\n`))
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

/** Asks the server running on a data folder for a backup. @returns undefined when none is running @throws when the backup fails */
export async function askForBackup(dataDir: string): Promise<string | undefined> {
  const { path, release } = shortPath(dataDir)
  try {
    const line = await ask(path, { do: 'backup' })
    if (line === undefined) return undefined
    const reply = answer.parse(JSON.parse(line))
    if (!reply.ok) throw new Error(reply.error)
    return reply.folder
  } finally {
    release()
  }
}

function ask(path: string, question: z.infer<typeof request>): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect(path)
    let reply = ''
    socket.setEncoding('utf8')
    socket.once('connect', () => socket.write(`${JSON.stringify(question)}\n`))
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') resolve(undefined)
      else reject(error)
    })
    socket.on('data', (text: string) => {
      reply += text
    })
    socket.once('close', () => {
      if (reply.endsWith('\n')) resolve(reply)
      else reject(new Error('The server stopped before the backup was complete'))
    })
  })
}

/** Opens the folder and addresses it by descriptor: a socket's path is limited to 107 bytes. */
function shortPath(dataDir: string): { path: string; release: () => void } {
  const descriptor = openSync(dataDir, 'r')
  return { path: `/proc/self/fd/${descriptor}/${SOCKET_NAME}`, release: () => closeSync(descriptor) }
}
