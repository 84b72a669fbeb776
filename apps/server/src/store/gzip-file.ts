import { createHash } from 'node:crypto'
import { open, rename } from 'node:fs/promises'
import { Readable, Transform, type TransformCallback } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { FILE_MODE } from './folder-access.ts'

/** Size and SHA-256, in hexadecimal, of a file. */
export interface FileDigest {
  readonly bytes: number
  readonly sha256: string
}

/** Passes a file on and digests it. */
export class DigestingStream extends Transform {
  readonly #hash = createHash('sha256')
  #bytes = 0

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#hash.update(chunk)
    this.#bytes += chunk.length
    done(null, chunk)
  }

  /** The digest of everything that was passed on; call it once, at the end. */
  digest(): FileDigest {
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }
}

/**
 * Writes text to a compressed file that only its owner can read. It has its name once it is complete and on disk.
 * @throws when the folder cannot be written
 */
export async function writeGzipFile(path: string, text: AsyncIterable<string>): Promise<FileDigest> {
  const handle = await open(`${path}.part`, 'w', FILE_MODE)
  const digesting = new DigestingStream()
  await pipeline(Readable.from(text), createGzip(), digesting, handle.createWriteStream({ flush: true }))
  await rename(`${path}.part`, path)
  return digesting.digest()
}
