import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PROJECT = fileURLToPath(new URL('../../../..', import.meta.url))
const LAST_ENTRY = /\n\}\n\n\/\*\* The last migration/

/** A checkout of the next version: this one with one more migration. */
export interface NextVersion {
  /** Its program for servers under load. */
  readonly loadServer: string
  remove(): void
}

/** The added migration's name, and the table that it creates. */
export const NEXT_SCHEMA = '9000-of-the-next-version'
export const NEXT_TABLE = 'of_the_next_version'

/** Copies the server's source and adds a migration to it, as a release would. Packages are shared. */
export function makeNextVersion(): NextVersion {
  const folder = mkdtempSync(join(tmpdir(), 'clutch-next-version-'))
  const server = join(folder, 'apps/server')
  mkdirSync(server, { recursive: true })
  cpSync(join(PROJECT, 'tools'), join(folder, 'tools'), { recursive: true })
  cpSync(join(PROJECT, 'apps/server/src'), join(server, 'src'), { recursive: true })
  for (const name of ['package.json', 'apps/server/package.json']) cpSync(join(PROJECT, name), join(folder, name))
  symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'))
  const migrate = join(server, 'src/store/migrate.ts')
  const source = readFileSync(migrate, 'utf8')
  const entry = `
  '${NEXT_SCHEMA}': {
    description: 'Adds a table of the next version',
    isOnline: true,
    up: async (db) => void (await sql\`create table ${NEXT_TABLE} (id integer primary key)\`.execute(db)),
  },`
  const changed = source.replace(LAST_ENTRY, (end) => entry + end)
  if (changed === source) throw new Error('The list of migrations was not found')
  writeFileSync(migrate, changed)
  return {
    loadServer: join(folder, 'tools/load-server.ts'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
