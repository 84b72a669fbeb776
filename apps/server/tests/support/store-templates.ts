import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { testFilesFolder } from '../../../../tools/test-files.ts'
import { openStore } from '../../src/store/store.ts'
import { makeStoreTemplate } from './make-store-template.ts'
import { runOnServer } from './run-on-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of an empty PGlite store, closed; tests work on copies. */
    pgliteTemplate: string
  }
}

/** The database that test databases are copied from, on the running server. */
export const TEMPLATE_DATABASE = 'clutch_template'

/**
 * Creates one template store of each kind for the whole test run: creating a store takes seconds, copying one does not.
 */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(testFilesFolder(), 'clutch-pglite-template-'))
  await makeStoreTemplate(folder)
  const server = project.getProvidedContext().postgresUrl
  await runOnServer(server, `create database ${TEMPLATE_DATABASE}`)
  const database = await openStore({ databaseUrl: `${server}/${TEMPLATE_DATABASE}`, dataDir: '' })
  await database.close()
  project.provide('pgliteTemplate', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
