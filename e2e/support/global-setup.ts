import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { ensureBuilt } from '../../tools/launch/web-build.mjs'
import { testFilesFolder } from '../../tools/test-files.ts'

const MAKE_STORE = fileURLToPath(new URL('../../apps/server/tests/support/make-store.ts', import.meta.url))

/**
 * Builds the web app if its sources are newer, so that no journey runs against a stale build, and prepares one empty
 * store for the whole run: creating one takes every server two seconds.
 */
export default async function setup(): Promise<() => void> {
  ensureBuilt()
  const folder = mkdtempSync(join(testFilesFolder(), 'clutch-e2e-template-'))
  await promisify(execFile)(process.execPath, [MAKE_STORE, folder])
  process.env['STORE_TEMPLATE'] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
