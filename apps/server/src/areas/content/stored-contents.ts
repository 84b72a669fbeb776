import { loadStoredPack, type ContentPack, type PackFiles } from '@clutch/content'
import { FIRST_VERSION } from '@clutch/economy'
import type { Kysely } from 'kysely'
import type { Database } from '../../store/database.ts'
import type { ContentVersionTable } from './tables.ts'
import './tables.ts'

/** A pack with the files that it was made of. */
export interface ReadPack {
  readonly pack: ContentPack
  readonly digest: string
  readonly files: PackFiles
}

/** The content that the world is on; undefined for a new world. */
export function readLatestVersion(db: Kysely<Database>): Promise<ContentVersionTable | undefined> {
  return db.selectFrom('content_version').selectAll().orderBy('version', 'desc').limit(1).executeTakeFirst()
}

/** Keeps a pack, so that it can be loaded by its digest. */
export async function keepPack(db: Kysely<Database>, { digest, files }: ReadPack): Promise<void> {
  await db
    .insertInto('content_pack')
    .values({ digest, files: JSON.stringify(files), stored_at_ms: Date.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The pack of a digest; undefined when it is not there, or this version of the program cannot read it. */
export async function readStoredPack(db: Kysely<Database>, digest: string): Promise<ContentPack | undefined> {
  const row = await db.selectFrom('content_pack').select('files').where('digest', '=', digest).executeTakeFirst()
  return row && packOf(row.files)
}

/** The pack of stored files; undefined when this version of the program cannot read it. */
export function packOf(files: unknown): ContentPack | undefined {
  const loaded = loadStoredPack(files as PackFiles)
  return loaded.ok ? loaded.pack : undefined
}

/** Begins a new world's contents with the server's own pack. @returns the first, whichever server brought it. */
export async function beginContents(
  db: Kysely<Database>,
  own: ReadPack,
  ownFolder: string,
): Promise<ContentVersionTable> {
  await keepPack(db, own)
  const first = {
    version: FIRST_VERSION,
    digest: own.digest,
    is_start: true,
    own_folder: ownFolder,
    loaded_at_ms: Date.now(),
  }
  await db
    .insertInto('content_version')
    .values(first)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await readLatestVersion(db)) ?? first
}
