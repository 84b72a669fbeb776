// Writes a .br and a .gz next to every text file of the build, so that the server never compresses while serving.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const DIST = new URL('../dist/', import.meta.url).pathname
const COMPRESSIBLE = /\.(?:js|css|html|svg|json|webmanifest|txt)$/
/** Below this a compressed copy saves less than one network packet. */
const BYTES_MIN = 512

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

for (const entry of await readdir(DIST, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !COMPRESSIBLE.test(entry.name)) continue
  const path = join(entry.parentPath, entry.name)
  const bytes = await readFile(path)
  if (bytes.length < BYTES_MIN) continue
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  await writeFile(`${path}.br`, await brotli(bytes, { params }))
  await writeFile(`${path}.gz`, await gzipped(bytes, { level: constants.Z_BEST_COMPRESSION }))
}
