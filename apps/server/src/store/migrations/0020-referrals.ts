import { sql, type Kysely } from 'kysely'

/** Who came by whose link, and which of the two has got the reward; harvests that have ended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table referral (
    user_id uuid primary key,
    referrer_id uuid not null check (referrer_id <> user_id),
    began_at_ms bigint not null,
    earned_at_ms bigint,
    newcomer_rewarded boolean not null default false check (earned_at_ms is not null or not newcomer_rewarded),
    referrer_rewarded boolean not null default false check (earned_at_ms is not null or not referrer_rewarded)
  )`,
  `create index referral_by_referrer on referral (referrer_id, began_at_ms)`,
  `create table harvest_history (
    user_id uuid not null,
    group_id uuid not null,
    recipe_id integer not null,
    count integer not null,
    items json not null,
    new_items json not null,
    broken_items json not null,
    upgraded_items json not null,
    start_at_ms bigint not null,
    end_at_ms bigint not null,
    primary key (user_id, end_at_ms, group_id)
  )`,
  `create index referral_owed on referral (referrer_id) where earned_at_ms is not null and not referrer_rewarded`,
]
