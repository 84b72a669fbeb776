import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../../src/store/database.ts'
import type { TestStore } from './stores.ts'

/** A call, its body, and its response from the older version. */
export type Answered = readonly [call: string, body: unknown, answer: unknown]

/** Responses of an older version: each player's own calls, and those that are the same for every player. */
export interface Answers {
  readonly players: Readonly<Record<string, readonly Answered[]>>
  readonly market: readonly Answered[]
}

const FIXTURE = new URL('../fixtures/before-operations/', import.meta.url)
/** Just after the last write of the older version. */
export const LEFT_AT_MS = Date.parse('2026-11-21T20:52:45Z')

function readFixture(file: string): string {
  return gunzipSync(readFileSync(new URL(file, FIXTURE))).toString('utf8')
}

export function readAnswers(): Answers {
  return JSON.parse(readFixture('answers.json.gz')) as Answers
}

/** Replaces a store's content with a world that an older version left behind. */
export async function putOlderWorld(testStore: TestStore): Promise<void> {
  const store = await testStore.open()
  await emptySchema(store.db)
  const statements = readFixture('store.sql.gz').split(/;\n/)
  for (const statement of statements) if (statement.trim() !== '') await sql.raw(statement).execute(store.db)
  await store.close()
}

export async function emptySchema(db: Kysely<Database>): Promise<void> {
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
}
