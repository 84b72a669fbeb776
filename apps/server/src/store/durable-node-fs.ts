import { closeSync, fsyncSync, openSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** Parts of Emscripten's file system that have no published types. */
interface NodeFileSystem {
  readonly FS: { isDir(mode: number): boolean }
  readonly NODEFS: {
    readonly stream_ops: { fsync?: (stream: OpenFile) => number; setattr: SetAttributes; write: Write }
    readonly node_ops: { setattr: SetAttributes }
    realPath(node: OpenFile['node']): string
    /** Converts an error of Node to the `errno` that PostgreSQL sees. */
    tryFSOperation<Value>(operate: () => Value): Value
  }
}

type Write = (file: OpenFile, ...what: readonly unknown[]) => number
type SetAttributes = (of: unknown, attributes: { readonly mode?: number }) => void

interface OpenFile {
  /** The descriptor in the Node process. */
  readonly nfd: number
  readonly node: { readonly mode: number }
}

/** Permission bits of group and others. */
const OTHERS = 0o077

type FileSystemOptions = Parameters<NodeFS['init']>[1]

/** The write-ahead log, synced with every commit. */
const LOG_FOLDER = '/pg_wal/'

/**
 * PGlite's file system with fsync, which the original omits. Without it, acknowledged commits would be only in the
 * kernel's memory and lost in a power failure. Files are accessible to their owner only.
 */
export class DurableNodeFs extends NodeFS {
  readonly #written = new Set<OpenFile['node']>()
  #pathOf: (node: OpenFile['node']) => string = () => ''

  override async init(database: PGlite, options: FileSystemOptions): Promise<{ emscriptenOpts: FileSystemOptions }> {
    const { emscriptenOpts } = await super.init(database, options)
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [...(emscriptenOpts.preRun ?? []), addFsync, closeToOthers, (module) => this.#noteWrites(module)],
      },
    }
  }

  /**
   * Syncs written files in the background, so that the next checkpoint, which blocks all queries, has little left to do.
   * @throws when the disk fails. The kernel reports that only once, so the files can then only be recovered from the log.
   */
  async writeOut(): Promise<void> {
    const paths = Array.from(this.#written, this.#pathOf).filter((path) => !path.includes(LOG_FOLDER))
    this.#written.clear()
    for (const path of paths) await writeOutFile(path)
  }

  #noteWrites({ NODEFS }: NodeFileSystem): void {
    const { write } = NODEFS.stream_ops
    this.#pathOf = (node) => NODEFS.realPath(node)
    NODEFS.stream_ops.write = (file, ...what) => {
      this.#written.add(file.node)
      return write(file, ...what)
    }
  }
}

async function writeOutFile(path: string): Promise<void> {
  const file = await open(path, 'r').catch(ifExists)
  try {
    await file?.datasync()
  } finally {
    await file?.close()
  }
}

/** Ignores files that have been deleted since they were written. */
function ifExists(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

function addFsync({ FS, NODEFS }: NodeFileSystem): void {
  NODEFS.stream_ops.fsync = (stream) =>
    NODEFS.tryFSOperation(() => {
      if (FS.isDir(stream.node.mode)) syncPath(NODEFS.realPath(stream.node))
      else fsyncSync(stream.nfd)
      return 0
    })
}

/** Emscripten sets a file's mode again after creating it, ignoring the umask; usually 666. */
function closeToOthers({ NODEFS }: NodeFileSystem): void {
  for (const operations of [NODEFS.node_ops, NODEFS.stream_ops]) {
    const { setattr } = operations
    operations.setattr = (of, attributes) => {
      const { mode } = attributes
      setattr(of, mode === undefined ? attributes : { ...attributes, mode: mode & ~OTHERS })
    }
  }
}

/** Syncs a file or folder to disk. */
export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
