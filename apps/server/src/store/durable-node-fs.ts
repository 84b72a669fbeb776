import { closeSync, fsyncSync, openSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** The parts of an Emscripten module's file system that are needed here and have no published type. */
interface NodeFileSystem {
  readonly FS: { isDir(mode: number): boolean }
  readonly NODEFS: {
    readonly stream_ops: { fsync?: (stream: OpenFile) => number; setattr: SetAttributes; write: Write }
    readonly node_ops: { setattr: SetAttributes }
    realPath(node: OpenFile['node']): string
    /** Turns an error of Node into the one PostgreSQL sees as `errno`. */
    tryFSOperation<Value>(operate: () => Value): Value
  }
}

type Write = (file: OpenFile, ...what: readonly unknown[]) => number
type SetAttributes = (of: unknown, attributes: { readonly mode?: number }) => void

interface OpenFile {
  /** The descriptor in this process. */
  readonly nfd: number
  readonly node: { readonly mode: number }
}

/** What a mode lets other users do. */
const OTHERS = 0o077

type FileSystemOptions = Parameters<NodeFS['init']>[1]

/** The log is made durable with every commit. */
const LOG_FOLDER = '/pg_wal/'

/**
 * PGlite's folder on disk, with the one call that its own file system leaves out: fsync. Without it an acknowledged
 * commit lies in the kernel's memory only, and a power cut takes it away. Its files are for their owner alone.
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
   * Has the disk write, beside whatever goes on, what was written to files, so that a checkpoint, for which everybody
   * waits, finds little left.
   * @throws when the disk fails: only the log can then say what the files should hold, as the kernel tells of it once.
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

/** A file may have been deleted since it was written to. */
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

/** A file is given its mode once more after it was made, past the umask: 666 for most. */
function closeToOthers({ NODEFS }: NodeFileSystem): void {
  for (const operations of [NODEFS.node_ops, NODEFS.stream_ops]) {
    const { setattr } = operations
    operations.setattr = (of, attributes) => {
      const { mode } = attributes
      setattr(of, mode === undefined ? attributes : { ...attributes, mode: mode & ~OTHERS })
    }
  }
}

/** Makes durable what a folder lists, or what a file holds. */
export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
