import { execFileSync, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { checkIntegrity } from '../../src/integrity/integrity-check.ts'
import { AREAS } from '../../src/server-areas.ts'
import { openStore } from '../../src/store/store.ts'
import { startLoadServer, type LoadServer } from '../support/load-server.ts'
import { FIRST_ITEM_ID, makePack } from '../support/make-pack.ts'

const ORDERS = 20
const IMAGE_MB = 200
/** Seconds between a file system's own journal commits: longer than the test, so that only fsync writes it. */
const COMMIT_INTERVAL_SEC = 300

const hasStrace = spawnSync('strace', ['-V']).status === 0
/** Only root can mount a separate file system, and not inside every container. */
const canMount = process.getuid?.() === 0 && spawnSync('losetup', ['--find']).status === 0

let folder: string
let pack: string
let server: LoadServer | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clutch-durable-'))
  pack = makePack({ items: 3, starterCoins: 1_000, starterCount: 100 })
})
afterEach(() => {
  server?.child.kill('SIGKILL')
  // Unmounts what an interrupted test left mounted; otherwise the command fails without consequence.
  for (const place of ['live', 'found']) spawnSync('umount', ['-l', join(folder, place)])
  rmSync(folder, { recursive: true, force: true })
  rmSync(pack, { recursive: true, force: true })
})

/** Sends orders one by one, each after the response to the previous one. @returns their keys */
async function placeOrders({ url, tokens }: LoadServer, count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, () => randomUUID())
  for (const [index, key] of keys.entries()) {
    const response = await fetch(`${url}/api/marketplace/create-sell-lot`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${tokens[index % tokens.length]}`,
        'idempotency-key': key,
      },
      body: JSON.stringify({ item_type_id: FIRST_ITEM_ID, price: 100, count: 1 }),
    })
    expect(response.status).toBe(200)
  }
  return keys
}

describe('an acknowledged order on the embedded database', () => {
  if (!hasStrace) console.warn('strace is not installed: fsyncs are not counted')
  if (!canMount) console.warn('not root, or no loop devices: the power is not cut')

  it.runIf(hasStrace)('was written to disk, not only to the kernel: counted with strace', async () => {
    cpSync(inject('pgliteTemplate'), folder, { recursive: true })
    const trace = join(folder, 'trace')
    // `-D`: the server stays the direct child process, and the tracer is its grandchild.
    const under = ['strace', '-D', '-f', '-e', 'trace=fsync,fdatasync', '-e', 'signal=none', '-o', trace]
    server = await startLoadServer({ DATA_DIR: folder, CONTENT_DIR: pack }, { under })
    const countSyncs = (): number => readFileSync(trace, 'utf8').match(/fsync\(\d+/g)?.length ?? 0
    const before = countSyncs()
    await placeOrders(server, ORDERS)
    expect(countSyncs() - before).toBeGreaterThanOrEqual(ORDERS)
    // PostgreSQL itself never makes this call here: it is the write-out between checkpoints.
    await expect.poll(() => /fdatasync\(\d+/.test(readFileSync(trace, 'utf8')), { timeout: 5_000 }).toBe(true)
  })

  /**
   * The world is stored on a file system in an image file. A copy of the image is what a disk holds after a power cut:
   * it lacks everything that was written but not synced.
   */
  it.runIf(canMount)('survives a power cut right after the response', async () => {
    const image = join(folder, 'disk.img')
    const cut = join(folder, 'cut.img')
    const [live, found] = [join(folder, 'live'), join(folder, 'found')]
    for (const place of [live, found]) mkdirSync(place)
    execFileSync('truncate', ['-s', `${IMAGE_MB}M`, image])
    execFileSync('mkfs.ext4', ['-q', '-F', image])
    execFileSync('mount', ['-o', `loop,commit=${COMMIT_INTERVAL_SEC}`, image, live])
    try {
      cpSync(inject('pgliteTemplate'), live, { recursive: true })
      execFileSync('sync', ['-f', live])
      server = await startLoadServer({ DATA_DIR: live, CONTENT_DIR: pack })
      const keys = await placeOrders(server, ORDERS)
      cpSync(image, cut)
      server.child.kill('SIGKILL')
      await once(server.child, 'exit')
      execFileSync('mount', ['-o', 'loop', cut, found])
      try {
        const store = await openStore({ databaseUrl: undefined, dataDir: found })
        const rows = await store.db.selectFrom('command_outcome').select('key').where('key', 'in', keys).execute()
        const faults = await checkIntegrity(store.db, AREAS)
        await store.close()
        expect(rows).toHaveLength(ORDERS)
        expect(faults).toEqual([])
      } finally {
        execFileSync('umount', [found])
      }
    } finally {
      execFileSync('umount', [live])
    }
  })
})
