import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { DurableNodeFs } from './durable-node-fs.ts'

/** Answers travel in pieces of about this size, so that a long one is not held here as a whole. */
const PIECE_BYTES = 256 * 1024
/** How often the disk is told to write what the files were given. */
const WRITE_OUT_EVERY_MS = 1_000
/** How PGlite's PostgreSQL leaves its loop after an ordinary error of a statement: it goes on. */
const STATEMENT_FAILED_STATUS = 100
/** PGlite's name for one turn of PostgreSQL's loop: one message. */
const MAIN_LOOP = '_PostgresMainLoopOnce'
/** PostgreSQL's words for what ends it. */
const LAST_WORDS = /\b(?:PANIC|FATAL): .*/

/**
 * Commits wait for the disk: fsync is on, by the only method that reaches it (PGlite's fdatasync does nothing). Nobody
 * writes pages out before a checkpoint does, and everybody waits for it: few pages are kept, and the kernel has the rest.
 */
const START_PARAMETERS = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
  '-c',
  'shared_buffers=64MB',
]

/**
 * PostgreSQL in a thread of its own, so that its work never holds up HTTP or sockets. It speaks the wire protocol
 * over the thread's port: bytes in, bytes out, in order. When PostgreSQL ends itself, so does the thread.
 */
async function serve(folder: string): Promise<void> {
  const port = parentPort
  if (port === null) throw new Error('This module runs as a worker thread')
  let lastWords = ''
  const fs = new DurableNodeFs(folder)
  const onStderr = (line: string): boolean => {
    lastWords = LAST_WORDS.exec(line)?.[0] ?? lastWords
    return true
  }
  const database = await PGlite.create({ fs, startParams: START_PARAMETERS, onStderr }).catch((error: unknown) => {
    throw new Error(lastWords || 'the database could not be opened', { cause: error })
  })
  endWithPostgres(database, () => lastWords)
  writeOutRegularly(fs)
  let previous = Promise.resolve()
  port.on('message', (bytes: Uint8Array | 'close') => {
    previous = previous.then(async () => {
      if (bytes === 'close') {
        await database.close()
        port.close()
        return
      }
      await answer(database, bytes, (piece) => port.postMessage(piece, [piece.buffer]))
    })
  })
  port.postMessage('ready')
}

/** `execProtocolRaw` would also parse every row and keep it for as long as the thread lives. */
async function answer(
  database: PGlite,
  bytes: Uint8Array,
  send: (piece: Uint8Array<ArrayBuffer>) => void,
): Promise<void> {
  let pieces: Uint8Array[] = []
  let length = 0
  const flush = (): void => {
    const joined = new Uint8Array(length)
    let offset = 0
    for (const piece of pieces) {
      joined.set(piece, offset)
      offset += piece.length
    }
    pieces = []
    length = 0
    send(joined)
  }
  await database.execProtocolRawStream(bytes, {
    onRawData: (piece) => {
      // The bytes lie in PostgreSQL's own memory, which it uses again at once.
      pieces.push(piece.slice())
      length += piece.length
      if (length >= PIECE_BYTES) flush()
    },
  })
  if (length > 0) flush()
}

/**
 * PGlite swallows what ends PostgreSQL (a panic on a full disk, a terminated backend), answers nothing any more and
 * lets later statements run in what is left. Here the thread ends on the spot instead: another can recover from the
 * log, as after a crash.
 */
function endWithPostgres(database: PGlite, lastWords: () => string): void {
  const functions = database.Module as unknown as Record<typeof MAIN_LOOP, () => void>
  const runOnce = functions[MAIN_LOOP]
  functions[MAIN_LOOP] = () => {
    try {
      runOnce()
    } catch (error) {
      if (isStatementFailure(error)) throw error
      end(lastWords() || String(error))
    }
  }
}

function end(why: string): void {
  parentPort?.postMessage(`PostgreSQL ended: ${why}`)
  // In a worker thread this ends the thread, not the process.
  process.exit(1)
}

/** What PostgreSQL's background writer has the disk do; a disk that fails is as bad here as in a checkpoint. */
function writeOutRegularly(fs: DurableNodeFs): void {
  let writing: Promise<void> | undefined
  setInterval(() => {
    writing ??= fs
      .writeOut()
      .catch((error: unknown) => end(String(error)))
      .finally(() => (writing = undefined))
  }, WRITE_OUT_EVERY_MS).unref()
}

function isStatementFailure(error: unknown): boolean {
  return error instanceof Object && 'status' in error && error.status === STATEMENT_FAILED_STATUS
}

const { folder } = workerData as { folder: string }
await serve(folder)
