import { sql, type Kysely } from 'kysely'

/** Craft and factory queues with their history, harvests with their runs and experience, energy. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

/** Lists of items are JSON: `[[item, count], …]`. They are read and written whole, with the row they belong to. */
const STATEMENTS = [
  `create table job (
    job_id uuid primary key,
    user_id uuid not null,
    queue smallint not null,
    recipe_id integer not null,
    count integer not null check (count > 0),
    input_ids json not null,
    held json not null,
    consumed json not null,
    created_at_ms bigint not null,
    start_at_ms bigint not null,
    end_at_ms bigint not null check (end_at_ms > start_at_ms)
  ) with (fillfactor = 90)`,
  `create index job_by_user on job (user_id)`,
  `create table job_history (
    user_id uuid not null,
    queue smallint not null,
    end_at_sec bigint not null,
    job_id uuid not null,
    recipe_id integer not null,
    count integer not null,
    input_ids json not null,
    created_at_ms bigint not null,
    document json not null,
    primary key (user_id, queue, end_at_sec, job_id)
  )`,
  `create table harvest_setting (
    user_id uuid not null,
    recipe_id integer not null,
    enabled boolean not null,
    max_parallel integer not null,
    slots json not null,
    primary key (user_id, recipe_id)
  )`,
  `create table harvest_group (
    group_id uuid primary key,
    user_id uuid not null,
    recipe_id integer not null,
    count integer not null check (count > 0),
    items json not null,
    start_at_ms bigint not null,
    end_at_ms bigint not null check (end_at_ms > start_at_ms)
  )`,
  `create index harvest_group_by_user on harvest_group (user_id)`,
  `create table harvest_experience (
    user_id uuid not null,
    recipe_id integer not null,
    item_id integer not null,
    experience bigint not null check (experience >= 0),
    primary key (user_id, recipe_id, item_id)
  ) with (fillfactor = 70)`,
  `create table energised (
    user_id uuid primary key,
    until_ms bigint not null
  ) with (fillfactor = 70)`,
]
