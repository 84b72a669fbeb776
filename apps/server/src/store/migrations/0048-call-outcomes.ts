import { sql, type Kysely } from 'kysely'

/** Outcomes of keyed calls are no longer those of the chat alone: operators' commands have theirs in the same table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table chat_outcome rename to call_outcome`,
  `alter index chat_outcome_by_age rename to call_outcome_by_age`,
]
