import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { DurableNodeFs } from './durable-node-fs.ts'

/** Responses are sent in pieces of about this size, so that a long one is not held in memory as a whole. */
const PIECE_BYTES = 256 * 1024
/** Interval of background syncs. */
const WRITE_OUT_EVERY_MS = 1_000
/** Exit status with which PostgreSQL leaves its loop after an ordinary error; it continues. */
const STATEMENT_FAILED_STATUS = 100
/** PGlite's export that processes one message. */
const MAIN_LOOP = '_PostgresMainLoopOnce'
/** Severities of messages after which PostgreSQL exits. */
const LAST_WORDS = /\b(?:PANIC|FATAL): .*/

/**
 * Commits wait for fsync, the only method that reaches the disk here (PGlite's fdatasync does nothing). Pages are written
 * only by checkpoints, which block queries, so shared buffers are small and the kernel's cache holds the rest.
 */
const START_PARAMETERS = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
  '-c',
  'shared_buffers=64MB',
]

/**
 * Runs PostgreSQL in its own thread, so that it does not block HTTP or sockets. Speaks the wire protocol over the thread's
 * port. The thread exits when PostgreSQL does.
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
    throw new Error(lastWords || 'opening the database failed', { cause: error })
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

/** Used instead of `execProtocolRaw`, which also parses all rows and never frees them. */
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
      // Copied: the bytes are in PostgreSQL's memory, which is reused at once.
      pieces.push(piece.slice())
      length += piece.length
      if (length >= PIECE_BYTES) flush()
    },
  })
  if (length > 0) flush()
}

/**
 * PGlite ignores PostgreSQL's exit (a panic on a full disk, a terminated backend), stops responding and runs later
 * statements in an undefined state. Here the thread exits immediately instead, and another recovers from the log.
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

/** Syncs files as PostgreSQL's background writer would. A disk error is fatal, as in a checkpoint. */
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
