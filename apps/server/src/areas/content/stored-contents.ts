import { loadStoredPack, type ContentPack, type PackFiles } from '@clutch/content'
import { FIRST_VERSION } from '@clutch/economy'
import type { Kysely } from 'kysely'
import type { Database } from '../../store/database.ts'
import type { ContentVersionTable } from './tables.ts'
import './tables.ts'

/** A pack and its source files. */
export interface ReadPack {
  readonly pack: ContentPack
  readonly digest: string
  readonly files: PackFiles
  /** Bytes of its pictures by digest. */
  readonly pictures: ReadonlyMap<string, Uint8Array>
}

/** The active content version; undefined for a new world. */
export function readLatestVersion(db: Kysely<Database>): Promise<ContentVersionTable | undefined> {
  return db.selectFrom('content_version').selectAll().orderBy('version', 'desc').limit(1).executeTakeFirst()
}

/** Stores a pack's files under its digest; its pictures first, one per statement, since all are megabytes. */
export async function savePack(db: Kysely<Database>, { digest, files, pictures }: ReadPack): Promise<void> {
  for (const [of, bytes] of pictures) {
    await db
      .insertInto('content_picture')
      .values({ digest: of, bytes })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  await db
    .insertInto('content_pack')
    .values({ digest, files: JSON.stringify(files), stored_at_ms: Date.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The stored pack with a digest; undefined if it does not exist or this version cannot read it. */
export async function readStoredPack(db: Kysely<Database>, digest: string): Promise<ContentPack | undefined> {
  const row = await db.selectFrom('content_pack').select('files').where('digest', '=', digest).executeTakeFirst()
  return row && packOf(row.files)
}

/** Bytes of a stored pack's pictures by digest. */
export async function readPictures(db: Kysely<Database>, { pictures }: ContentPack): Promise<Map<string, Uint8Array>> {
  if (pictures.length === 0) return new Map()
  const digests = pictures.map(({ digest }) => digest)
  const rows = await db.selectFrom('content_picture').selectAll().where('digest', 'in', digests).execute()
  return new Map(rows.map(({ digest, bytes }) => [digest, bytes]))
}

/** Parses stored files; undefined if this version cannot read them. */
export function packOf(files: unknown): ContentPack | undefined {
  const loaded = loadStoredPack(files as PackFiles)
  return loaded.ok ? loaded.pack : undefined
}

/**
 * Makes the server's pack the first version of a new world.
 * @returns the first version, which may be another server's
 */
export async function beginContents(
  db: Kysely<Database>,
  own: ReadPack,
  ownFolder: string,
): Promise<ContentVersionTable> {
  await savePack(db, own)
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
