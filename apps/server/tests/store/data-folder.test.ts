import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { readKeyFile, rotateKeyFile } from '../../src/auth/signing-keys.ts'
import { makePack } from '../support/make-pack.ts'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const TOKEN_LIFE_SEC = 600

let folder: string
let pack: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clutch-modes-'))
  pack = makePack({ items: 3, starterCoins: 1_000, starterCount: 5 })
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
  rmSync(pack, { recursive: true, force: true })
})

/** Runs the server with a permissive umask until it is ready. */
async function runOnce(dataDir: string): Promise<void> {
  const child = spawn('sh', ['-c', 'umask 000; exec "$0" "$@"', process.execPath, MAIN], {
    env: { PATH: process.env['PATH'], PORT: '0', DEMO: 'off', DATA_DIR: dataDir, CONTENT_DIR: pack },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  for await (const line of createInterface(child.stdout)) if (line.includes('Clutch is ready')) break
  child.kill('SIGTERM')
  await exit
}

const openToOthers = (path: string): string =>
  execFileSync('find', [path, '-perm', '/077', '-not', '-type', 'l'], { encoding: 'utf8' })

describe('the data folder', () => {
  it('is accessible to its owner only, whatever the umask was', async () => {
    const dataDir = join(folder, 'data')
    await runOnce(dataDir)
    expect(openToOthers(dataDir)).toBe('')
    expect(statSync(join(dataDir, 'token-keys.json')).mode & 0o777).toBe(0o600)
    // Permissions widened later, by restoring a backup for instance, are tightened at the next start.
    execFileSync('chmod', ['-R', 'a+rwX', dataDir])
    await runOnce(dataDir)
    expect(openToOthers(dataDir)).toBe('')
  })

  it('keeps the token key outside the database', async () => {
    const dataDir = join(folder, 'data')
    cpSync(inject('pgliteTemplate'), dataDir, { recursive: true })
    await runOnce(dataDir)
    const [first] = JSON.parse(readFileSync(join(dataDir, 'token-keys.json'), 'utf8')) as { key: string }[]
    const { status } = (() => {
      try {
        // `-e` because a key may begin with a dash.
        execFileSync('grep', ['-rqaF', '-e', first?.key ?? '', join(dataDir, 'db')])
        return { status: 0 }
      } catch (error) {
        return error as { status: number }
      }
    })()
    expect(status).toBe(1)
  })
})

describe('the token key file', () => {
  it('signs with the newest key and accepts the previous one for the lifetime of a token', () => {
    const [first] = readKeyFile(folder, TOKEN_LIFE_SEC)
    // Times are stored in seconds.
    const beganMs = Math.floor(Date.now() / 1_000) * 1_000
    const newest = rotateKeyFile(folder)
    const keys = readKeyFile(folder, TOKEN_LIFE_SEC)
    expect(keys.map(({ id }) => id)).toEqual([newest, first?.id])
    expect(keys[0]?.retiresAtMs).toBeUndefined()
    const rotatedAtMs = (keys[1]?.retiresAtMs ?? 0) - TOKEN_LIFE_SEC * 1_000
    expect(rotatedAtMs).toBeGreaterThanOrEqual(beganMs)
    expect(rotatedAtMs).toBeLessThanOrEqual(Date.now())
  })

  it('holds few keys, and is rejected with an explanation when it is damaged', () => {
    for (let rotation = 0; rotation < 10; rotation += 1) rotateKeyFile(folder)
    expect(readKeyFile(folder, TOKEN_LIFE_SEC)).toHaveLength(3)
    const path = join(folder, 'token-keys.json')
    rmSync(path)
    execFileSync('sh', ['-c', `echo '[]' > '${path}'`])
    chmodSync(path, 0o600)
    expect(() => readKeyFile(folder, TOKEN_LIFE_SEC)).toThrow('holds no keys')
  })
})
