import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { makeBackup } from '../../src/backup/backups.ts'
import { Player } from '../support/player.ts'
import { startSimulatedPlatform, type SimulatedPlatform } from '../support/simulated-platform.ts'
import { createTestStore } from '../support/stores.ts'
import { startTestServer } from '../support/test-server.ts'

const ADMIN = '76561198000000114'
const WRITTEN = { base_backup_at: '2026-11-28T02:00:00Z', wal_archived_at: '2026-11-28T02:30:00+00:00' }
let platform: SimulatedPlatform
let folder: string
const closings: (() => Promise<void>)[] = []
beforeAll(async () => {
  platform = await startSimulatedPlatform()
  folder = mkdtempSync(join(tmpdir(), 'clutch-status-'))
})
afterEach(async () => {
  for (const close of closings.splice(0).toReversed()) await close()
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await platform.close()
})

async function open(kind: 'pglite' | 'postgres', settings: Readonly<Record<string, string>> = {}) {
  const store = await createTestStore(kind)
  closings.push(() => store.remove())
  const environment = { PLATFORM_SIM_PORT: new URL(platform.url).port, ADMIN_STEAM_IDS: ADMIN, ...settings }
  const server = await startTestServer({ store, environment })
  closings.push(() => server.close())
  const admin = await Player.signIn(server, ADMIN)
  const metric = async (name: string) => {
    const text = await (await fetch(`${server.url}/metrics`)).text()
    return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]?.replace('+Inf', 'Infinity'))
  }
  return { server, metric, status: () => admin.call('GET /console/status') }
}

describe('the age of the last backup', () => {
  it('of PostgreSQL is read from the file that its tools write, and missing while that cannot be read', async () => {
    const file = join(folder, 'status.json')
    const { server, metric, status } = await open('postgres', { BACKUP_STATUS_FILE: file })
    expect(await status()).toMatchObject({ backup_at: null, wal_archived_at: null, is_archiving_failing: false })
    expect(await metric('clutch_backup_age_seconds')).toBe(Infinity)
    writeFileSync(file, JSON.stringify(WRITTEN))
    expect(await status()).toMatchObject({ backup_at: 1_795_831_200, wal_archived_at: 1_795_833_000 })
    expect(await metric('clutch_backup_age_seconds')).toBeGreaterThan(0)
    writeFileSync(file, '{"base_backup_at": "yesterday"}')
    expect(await status()).toMatchObject({ backup_at: null })
    await status()
    expect(server.logged().match(/reading the backup status failed/g)).toHaveLength(2)
  })

  it('of PostgreSQL without that file is unknown, which is no alarm', async () => {
    const { metric, status } = await open('postgres')
    expect(await status()).toMatchObject({ backup_at: null })
    expect(await metric('clutch_backup_age_seconds')).toBeNaN()
    expect(await metric('clutch_wal_archive_age_seconds')).toBeNaN()
  })

  it('of the embedded database is that of the newest folder of its backups', async () => {
    const { server, metric, status } = await open('pglite')
    expect(await metric('clutch_backup_age_seconds')).toBe(Infinity)
    const { store, config } = server.server.context
    if (store.embedded === undefined) throw new Error('The store is not embedded')
    await makeBackup(store.embedded, { dataDir: config.dataDir, backupDir: config.backups.folder }, 'manual')
    expect((await status()).backup_at).toBeGreaterThan(0)
    expect(await metric('clutch_backup_age_seconds')).toBeLessThan(Infinity)
  })
})
