import { sql, type Kysely } from 'kysely'

/** Roles that admins have given, and a log of what operators did: its rows are never changed or taken away. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `alter table player add column role text not null default 'player' check (role in ('player', 'moderator', 'admin'))`,
  `create table audit_log (
    audit_id uuid primary key,
    at_ms bigint not null,
    actor_id uuid not null,
    actor_name text not null,
    actor_role text not null,
    session_id uuid,
    address text not null,
    action text not null,
    target text not null,
    operation_ids json not null,
    reason text not null,
    before json,
    after json,
    request_id text not null,
    idempotency_key text,
    outcome text not null
  )`,
  `create index audit_log_by_actor on audit_log (actor_id, audit_id)`,
  `create index audit_log_by_target on audit_log (target, audit_id)`,
  `create index audit_log_by_action on audit_log (action, audit_id)`,
  `create function refuse_audit_changes() returns trigger language plpgsql as $$
    begin
      raise exception 'Rows of the audit log are never changed or taken away';
    end $$`,
  `create trigger audit_log_only_grows before update or delete or truncate on audit_log
    for each statement execute function refuse_audit_changes()`,
]
