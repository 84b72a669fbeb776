import { closeSync, fsyncSync, openSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** The parts of an Emscripten module's file system that are needed here and have no published type. */
interface NodeFileSystem {
  readonly FS: { isDir(mode: number): boolean }
  readonly NODEFS: {
    readonly stream_ops: { fsync?: (stream: OpenFile) => number; setattr: SetAttributes }
    readonly node_ops: { setattr: SetAttributes }
    realPath(node: OpenFile['node']): string
    /** Turns an error of Node into the one PostgreSQL sees as `errno`. */
    tryFSOperation<Value>(operate: () => Value): Value
  }
}

type SetAttributes = (of: unknown, attributes: { readonly mode?: number }) => void

interface OpenFile {
  /** The descriptor in this process. */
  readonly nfd: number
  readonly node: { readonly mode: number }
}

/** What a mode lets other users do. */
const OTHERS = 0o077

type FileSystemOptions = Parameters<NodeFS['init']>[1]

/**
 * PGlite's folder on disk, with the one call that its own file system leaves out: fsync. Without it an acknowledged
 * commit lies in the kernel's memory only, and a power cut takes it away. Its files are for their owner alone.
 */
export class DurableNodeFs extends NodeFS {
  override async init(database: PGlite, options: FileSystemOptions): Promise<{ emscriptenOpts: FileSystemOptions }> {
    const { emscriptenOpts } = await super.init(database, options)
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [...(emscriptenOpts.preRun ?? []), addFsync, closeToOthers],
      },
    }
  }
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
