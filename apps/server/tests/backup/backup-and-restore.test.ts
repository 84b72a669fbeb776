import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { deleteOldBackups, listBackups, makeBackup } from '../../src/backup/backups.ts'
import { AREAS } from '../../src/server-areas.ts'
import { checkIntegrity } from '../../src/integrity/integrity-check.ts'
import { openStore } from '../../src/store/store.ts'
import { Traders } from '../kills/traders.ts'
import { CHATTERS_ARE_ADMINS, endServer, endServers, startLoadServer } from '../support/load-server.ts'
import { makePack } from '../support/make-pack.ts'
import { createTestStore } from '../support/stores.ts'

/** Orders acknowledged before the backup begins, and again after it. */
const ORDERS = 60
const LOOK_EVERY_MS = 20
const run = promisify(execFile)
const tool = (name: string): string => fileURLToPath(new URL(`../../../../tools/${name}.ts`, import.meta.url))

afterEach(endServers)

/** Waits as long as a busy machine needs. */
async function untilAnswered(acknowledged: ReadonlyMap<unknown, string>, orders: number): Promise<void> {
  while (acknowledged.size < orders) await wait(LOOK_EVERY_MS)
}

describe('backing up a world', () => {
  it('loses nothing acknowledged before a backup under load, whatever happens to the server later', async () => {
    const store = await createTestStore('pglite')
    const pack = makePack({ items: 30, starterCoins: 1_000_000, starterCount: 10_000, production: true, chat: true })
    const elsewhere = mkdtempSync(join(tmpdir(), 'clutch-restored-'))
    const environment = { CONTENT_DIR: pack, ...CHATTERS_ARE_ADMINS, ...store.environment }
    const server = await startLoadServer(environment)
    const traders = new Traders()
    const { acknowledged } = traders
    const trading = traders.trade(server)
    await untilAnswered(acknowledged, ORDERS)

    const before = [...acknowledged.keys()]
    const backup = await run(process.execPath, [tool('backup'), '--no-check'], {
      env: { ...process.env, ...environment },
    })
    const during = acknowledged.size
    const folder = /^Backed up to (.*)$/m.exec(backup.stdout)?.[1] ?? ''
    await untilAnswered(acknowledged, during + ORDERS)
    await endServer(server, 'SIGKILL')
    await trading

    const restored = await run(process.execPath, [tool('restore'), folder], {
      env: { ...process.env, CONTENT_DIR: pack, DATA_DIR: elsewhere },
    })
    expect(restored.stdout).toContain('Integrity check passed.')
    const opened = await openStore({ databaseUrl: undefined, dataDir: elsewhere })
    const rows = await opened.db
      .selectFrom('command_outcome')
      .select('key')
      .union(opened.db.selectFrom('call_outcome').select('key'))
      .execute()
    const faults = await checkIntegrity(opened.db, AREAS)
    await opened.close()
    const kept = new Set(rows.map(({ key }) => key))
    expect(before.filter(({ key }) => !kept.has(key))).toEqual([])
    // The server continued while its database was copied.
    expect(during).toBeGreaterThan(before.length)
    expect(acknowledged.size).toBeGreaterThan(during)
    expect(faults).toEqual([])
    for (const path of [elsewhere, pack]) rmSync(path, { recursive: true, force: true })
    await store.remove()
  })

  it('works on a stopped world, keeps the newest backups of each kind, and never deletes those made by hand', async () => {
    const store = await createTestStore('pglite')
    const dataDir = store.environment['DATA_DIR'] ?? ''
    const backupDir = mkdtempSync(join(tmpdir(), 'clutch-backups-'))
    const made = await run(process.execPath, [tool('backup')], {
      env: { ...process.env, DATA_DIR: dataDir, BACKUP_DIR: backupDir },
    })
    expect(made.stdout).toContain('Integrity check passed.')
    const opened = await store.open()
    const { embedded } = opened
    if (embedded === undefined) throw new Error('This store is not embedded')
    for (let count = 0; count < 2; count += 1) await makeBackup(embedded, { dataDir, backupDir }, 'scheduled')
    await opened.close()
    await deleteOldBackups(backupDir, 'scheduled', 1)
    const reasons = (await listBackups(backupDir)).map(({ reason }) => reason)
    expect(reasons).toEqual(['manual', 'scheduled'])
    expect(readdirSync(backupDir)).toHaveLength(2)
    rmSync(backupDir, { recursive: true, force: true })
    await store.remove()
  })
})
