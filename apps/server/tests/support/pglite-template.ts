import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openStore } from '../../src/store/store.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of an empty PGlite store, closed; tests work on copies. */
    pgliteTemplate: string
  }
}

/** Making a PGlite store takes seconds, copying one does not: the whole test run makes it once. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'clutch-pglite-template-'))
  const store = await openStore({ databaseUrl: undefined, dataDir: folder })
  await store.close()
  project.provide('pgliteTemplate', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
