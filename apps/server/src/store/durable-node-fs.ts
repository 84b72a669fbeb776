import { closeSync, fsyncSync, openSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** The parts of an Emscripten module's file system that are needed here and have no published type. */
interface NodeFileSystem {
  readonly FS: { isDir(mode: number): boolean }
  readonly NODEFS: {
    readonly stream_ops: { fsync?: (stream: OpenFile) => number }
    realPath(node: OpenFile['node']): string
    /** Turns an error of Node into the one PostgreSQL sees as `errno`. */
    tryFSOperation<Value>(operate: () => Value): Value
  }
}

interface OpenFile {
  /** The descriptor in this process. */
  readonly nfd: number
  readonly node: { readonly mode: number }
}

type FileSystemOptions = Parameters<NodeFS['init']>[1]

/**
 * PGlite's folder on disk, with the one call that its own file system leaves out: fsync. Without it an acknowledged
 * commit lies in the kernel's memory only, and a power cut takes it away.
 */
export class DurableNodeFs extends NodeFS {
  override async init(database: PGlite, options: FileSystemOptions): Promise<{ emscriptenOpts: FileSystemOptions }> {
    const { emscriptenOpts } = await super.init(database, options)
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [...(emscriptenOpts.preRun ?? []), addFsync],
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

/** Makes durable what a folder lists, or what a file holds. */
export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
