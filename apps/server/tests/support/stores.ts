import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { testFilesFolder } from '../../../../tools/test-files.ts'
import { openStore, type Store } from '../../src/store/store.ts'
import { runOnServer } from './run-on-server.ts'
import { TEMPLATE_DATABASE } from './store-templates.ts'

export const STORE_KINDS = ['pglite', 'postgres'] as const
export type StoreKind = (typeof STORE_KINDS)[number]

/** An empty store of a kind that can be closed, opened again, and deleted. */
export interface TestStore {
  readonly kind: StoreKind
  /** Environment variables with which a server opens this store. */
  readonly environment: Readonly<Record<string, string>>
  open(): Promise<Store>
  remove(): Promise<void>
}

export async function createTestStore(kind: StoreKind): Promise<TestStore> {
  return kind === 'pglite' ? createFolder() : await createDatabase()
}

function createFolder(): TestStore {
  const folder = mkdtempSync(join(testFilesFolder(), 'clutch-pglite-'))
  cpSync(inject('pgliteTemplate'), folder, { recursive: true })
  return {
    kind: 'pglite',
    environment: { DATA_DIR: folder },
    open: () => openStore({ databaseUrl: undefined, dataDir: folder }),
    remove: () => Promise.resolve(rmSync(folder, { recursive: true, force: true })),
  }
}

async function createDatabase(): Promise<TestStore> {
  const server = inject('postgresUrl')
  const name = `clutch_${randomUUID().replaceAll('-', '')}`
  await runOnServer(server, `create database ${name} template ${TEMPLATE_DATABASE} strategy file_copy`)
  const databaseUrl = `${server}/${name}`
  const folder = mkdtempSync(join(tmpdir(), 'clutch-data-'))
  return {
    kind: 'postgres',
    environment: { DATABASE_URL: databaseUrl, DATA_DIR: folder },
    open: () => openStore({ databaseUrl, dataDir: '' }),
    async remove() {
      rmSync(folder, { recursive: true, force: true })
      await runOnServer(server, `drop database ${name} with (force)`)
    },
  }
}
