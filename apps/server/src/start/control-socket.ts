import { chmodSync, closeSync, existsSync, openSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import * as z from 'zod'

const SOCKET_NAME = 'clutch.control'
const OWNER_ONLY = 0o600

const request = z.object({ command: z.enum(['adopt', 'archive', 'backup', 'server-key']), args: z.array(z.string()) })
const answer = z.union([
  z.object({ ok: z.literal(true), output: z.string() }),
  z.object({ ok: z.literal(false), error: z.string() }),
])
type Answer = z.infer<typeof answer>

type Request = z.infer<typeof request>

/** What command-line tools can have the running server do; the result is printed. */
export type ControlCommands = Readonly<Record<Request['command'], (args: readonly string[]) => Promise<string>>>

/**
 * Listens on a Unix socket in the data folder, through which command-line tools send requests to the running server.
 * Accessible to the folder's owner only. One line of JSON each way.
 * @returns a function that closes the socket
 */
export async function listenForControl(dataDir: string, commands: ControlCommands): Promise<() => Promise<void>> {
  const { path, release } = shortPath(dataDir)
  // This server holds the folder's lock, so an existing socket was left by a killed server.
  rmSync(join(dataDir, SOCKET_NAME), { force: true })
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    createInterface(socket).once('line', (line) => {
      void answerLine(line, commands).then((reply) => socket.end(`${JSON.stringify(reply)}\n`))
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

async function answerLine(line: string, commands: ControlCommands): Promise<Answer> {
  try {
    const { command, args } = request.parse(JSON.parse(line))
    return { ok: true, output: await commands[command](args) }
  } catch (error) {
    return { ok: false, error: error instanceof Error ? error.message : String(error) }
  }
}

/**
 * Has the server that runs on a data folder perform a command.
 * @returns its output; undefined when no server is running
 * @throws when the command fails
 */
export async function askRunningServer(
  dataDir: string,
  command: Request['command'],
  args: readonly string[] = [],
): Promise<string | undefined> {
  if (!existsSync(dataDir)) return undefined
  const { path, release } = shortPath(dataDir)
  try {
    const line = await ask(path, { command, args: [...args] })
    if (line === undefined) return undefined
    const reply = answer.parse(JSON.parse(line))
    if (!reply.ok) throw new Error(reply.error)
    return reply.output
  } finally {
    release()
  }
}

function ask(path: string, question: Request): Promise<string | undefined> {
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
      else reject(new Error('The server stopped before it had finished'))
    })
  })
}

/** Opens the folder and addresses it by descriptor: a socket's path is limited to 107 bytes. */
function shortPath(dataDir: string): { path: string; release: () => void } {
  const descriptor = openSync(dataDir, 'r')
  return { path: `/proc/self/fd/${descriptor}/${SOCKET_NAME}`, release: () => closeSync(descriptor) }
}
