import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { readKeyFile, rotateKeyFile } from './signing-keys.ts'

const SERVERS = 6
const STARTS = 25
const MODULE = JSON.stringify(new URL('signing-keys.ts', import.meta.url).href)
/** Reads the keys of several folders, each at the same time as other workers, and reports them. */
const SERVER = `
  const { parentPort, workerData: { folders, arrivals, servers } } = require('node:worker_threads')
  import(${MODULE}).then(({ readKeyFile }) => {
    const ids = folders.map((folder, index) => {
      Atomics.add(arrivals, index, 1)
      Atomics.notify(arrivals, index)
      for (let here = 0; here < servers; here = Atomics.load(arrivals, index)) Atomics.wait(arrivals, index, here)
      try {
        return readKeyFile(folder, 600).map(({ id }) => id).join()
      } catch (error) {
        return String(error)
      }
    })
    parentPort.postMessage(ids)
  })
`

let folder = ''
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'clutch-keys-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('servers that start for the first time at the same moment get the same key and leave no other files', async () => {
  const folders = Array.from({ length: STARTS }, () => mkdtempSync(join(folder, 'data-')))
  const arrivals = new Int32Array(new SharedArrayBuffer(STARTS * Int32Array.BYTES_PER_ELEMENT))
  const workers = Array.from(
    { length: SERVERS },
    () => new Worker(SERVER, { eval: true, workerData: { folders, arrivals, servers: SERVERS } }),
  )
  const got = await Promise.all(workers.map(async (worker) => (await once(worker, 'message'))[0] as string[]))
  for (const [index, each] of folders.entries()) {
    const [kept] = readKeyFile(each, 600)
    expect(got.map((ids) => ids[index])).toEqual(Array.from({ length: SERVERS }, () => kept?.id))
    expect(readdirSync(each)).toEqual(['token-keys.json'])
  }
})

it('a new key becomes the first, the three newest are retained, and no other files remain', () => {
  readKeyFile(folder, 600)
  const ids = [1, 2, 3].map(() => rotateKeyFile(folder))
  expect(readKeyFile(folder, 600).map(({ id }) => id)).toEqual(ids.toReversed())
  expect(readdirSync(folder)).toEqual(['token-keys.json'])
})

it('a replaced key retires once the tokens it signed have expired', () => {
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  readKeyFile(folder, 600)
  vi.setSystemTime(1_800_000_050_000)
  rotateKeyFile(folder)
  expect(readKeyFile(folder, 600).map(({ retiresAtMs }) => retiresAtMs)).toEqual([undefined, 1_800_000_650_000])
})
