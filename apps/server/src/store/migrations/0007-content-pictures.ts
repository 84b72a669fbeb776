import { sql, type Kysely } from 'kysely'

export const description = 'Adds the pictures of content packs'
export const isOnline = true

/** Pictures of stored packs by their SHA-256, so that restarts and other servers do not need the folder. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table content_picture (
    digest text not null,
    bytes bytea not null,
    primary key (digest)
  )`.execute(db)
}
