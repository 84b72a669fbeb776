import { sql, type Kysely } from 'kysely'

/**
 * The schema of version 1.0. Times are in Unix milliseconds (`_ms`) or seconds (`_sec`); lists of items are JSON,
 * `[[item, count], …]`, read and written whole. A fill factor below 100 leaves room for updates in place, which then
 * need no index work.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
  await lowerStatistics(db)
  await sql.raw((await supportsLz4(db)) ? COMPRESS_MESSAGES : STORE_MESSAGES_UNCOMPRESSED).execute(db)
}

/** Players, sign-in and secrets. */
const PLAYERS_SIGN_IN_AND_SECRETS: readonly string[] = [
  `create table player (
    user_id uuid not null,
    steam_id text not null,
    name text not null,
    lang text not null,
    created_at_ms bigint not null,
    role text not null default 'player',
    banned_until_ms bigint not null default 0,
    ban_reason text not null default '',
    name_read_at_ms bigint not null default 0,
    check (role in ('player', 'moderator', 'admin')),
    primary key (user_id),
    unique (steam_id)
  )`,
  // Folded parts of names, searched by prefix; `is_inner` for parts that do not begin the name.
  `create table player_name_part (
    is_inner boolean not null,
    part text not null collate "C",
    user_id uuid not null,
    primary key (is_inner, part, user_id)
  )`,
  `create index player_name_part_by_user on player_name_part (user_id)`,
  `create table session (
    session_id uuid not null,
    user_id uuid not null,
    token_hash text not null,
    previous_hash text,
    rotated_at_ms bigint not null,
    expires_at_ms bigint not null,
    ended_at_ms bigint,
    device text not null default '',
    primary key (session_id)
  )`,
  `create index session_by_end on session (ended_at_ms) where ended_at_ms is not null`,
  `create index session_by_user on session (user_id)`,
  // Proofs of identity that can be used once.
  `create table used_once (
    kind text not null,
    hash text not null,
    used_at_ms bigint not null,
    subject text not null default '',
    bearer text not null default '',
    session_id uuid,
    primary key (kind, hash)
  )`,
  `create index used_once_by_age on used_once (used_at_ms)`,
  `create table server_secret (
    name text not null,
    secret text not null,
    primary key (name)
  )`,
]

/** Ledger and the writer. */
const LEDGER_AND_THE_WRITER: readonly string[] = [
  // `user_id` is the nil UUID for the world; asset 0 is the coin.
  `create table balance (
    user_id uuid not null,
    asset integer not null,
    free bigint not null,
    held bigint not null,
    check (free >= 0 or user_id = '00000000-0000-0000-0000-000000000000'),
    check (held >= 0),
    primary key (user_id, asset)
  ) with (fillfactor = 70)`,
  `create index balance_by_asset on balance (asset)`,
  // Sum of all balances of an asset, maintained by triggers; not 0 when a balance was changed without the ledger.
  `create table asset_total (
    asset integer not null,
    total numeric not null,
    primary key (asset)
  ) with (fillfactor = 50)`,
  // One row while the economy is halted.
  `create table economy_halt (
    id smallint not null,
    since_ms bigint not null,
    findings json not null,
    check (id = 1),
    primary key (id)
  )`,
  // One row per operation and player. `item_*` is the first item; further ones are in `more` and `operation_item`.
  `create table operation (
    user_id uuid not null,
    operation_id uuid not null,
    kind smallint not null,
    entry_type smallint,
    item_id integer,
    item_change bigint,
    item_after bigint,
    coin_change bigint,
    coin_after bigint,
    price bigint,
    count bigint,
    since_ms bigint,
    cause_id uuid,
    actor_id uuid,
    more json,
    primary key (user_id, operation_id)
  ) with (autovacuum_vacuum_insert_threshold = 1000000)`,
  `create index operation_by_cause on operation (cause_id, operation_id) where cause_id is not null`,
  `create index operation_by_entry on operation (user_id, entry_type, operation_id) where entry_type is not null`,
  `create index operation_by_id on operation (operation_id)`,
  `create index operation_by_item on operation (user_id, item_id, operation_id) where item_id is not null`,
  `create index operation_of_salary on operation (user_id) include (coin_change) where kind = 36`,
  `create table operation_item (
    user_id uuid not null,
    item_id integer not null,
    operation_id uuid not null,
    item_change bigint not null,
    item_after bigint not null,
    primary key (user_id, item_id, operation_id)
  )`,
  `create table command_outcome (
    owner_id uuid not null,
    key text not null,
    request_hash text not null,
    outcome json not null,
    at_ms bigint not null,
    primary key (owner_id, key)
  ) with (autovacuum_vacuum_insert_threshold = -1)`,
  `create index command_outcome_by_age on command_outcome using brin (at_ms)`,
  `create table call_outcome (
    owner_id uuid not null,
    key text not null,
    request_hash text not null,
    outcome json not null,
    at_ms bigint not null,
    primary key (owner_id, key)
  )`,
  `create index call_outcome_by_age on call_outcome (at_ms)`,
  `create table writer_state (
    id smallint not null,
    last_at_ms bigint not null,
    epoch bigint not null default 0,
    check (id = 1),
    primary key (id)
  ) with (fillfactor = 50)`,
  // The message of the last committed batch, until it is known to be published.
  `create table outbox (
    message_id bigint not null,
    message json not null,
    primary key (message_id)
  ) with (vacuum_truncate = off, toast.vacuum_truncate = off)`,
  // Next due time per subject, of the economy and of scheduled tasks.
  `create table due_work (
    kind text not null,
    subject_id uuid not null,
    due_at_ms bigint not null,
    primary key (kind, subject_id)
  ) with (fillfactor = 80)`,
  `create index due_work_by_time on due_work (due_at_ms, subject_id)`,
  // Background tasks that involve other systems.
  `create table task (
    task_id uuid not null,
    kind text not null,
    payload json not null,
    due_at_ms bigint not null,
    attempts integer not null default 0,
    last_error text,
    primary key (task_id)
  )`,
  `create index task_by_time on task (due_at_ms, task_id)`,
]

/** Market. */
const MARKET: readonly string[] = [
  `create table lot (
    lot_id uuid not null,
    owner_id uuid not null,
    item_id integer not null,
    side smallint not null,
    price bigint not null,
    count bigint not null,
    open_count bigint not null,
    preferred_currency text not null,
    preferred_price double precision not null,
    created_at_ms bigint not null,
    check (open_count > 0 and open_count <= count),
    check (price > 0),
    primary key (lot_id)
  ) with (fillfactor = 80)`,
  `create index lot_by_item on lot (item_id, side, price)`,
  `create index lot_by_owner on lot (owner_id)`,
  `create table item_total (
    user_id uuid not null,
    item_id integer not null,
    bought_count bigint not null,
    bought_total bigint not null,
    sold_count bigint not null,
    sold_total bigint not null,
    held_count bigint not null,
    held_cost bigint not null,
    realised_profit bigint not null,
    other_proceeds bigint not null,
    primary key (user_id, item_id)
  ) with (fillfactor = 80)`,
  `create table last_trade (
    item_id integer not null,
    price bigint not null,
    count bigint not null,
    at_ms bigint not null,
    primary key (item_id)
  ) with (fillfactor = 70)`,
  `create table price_bucket (
    item_id integer not null,
    span smallint not null,
    side smallint not null,
    start_sec bigint not null,
    total_price bigint not null,
    total_quantity bigint not null,
    low_price bigint,
    high_price bigint,
    primary key (item_id, span, side, start_sec)
  ) with (fillfactor = 80)`,
  `create index price_bucket_by_day on price_bucket (start_sec) where span = 1`,
  `create index price_bucket_by_hour on price_bucket (start_sec) where span = 0`,
  `create table price_alert (
    alert_id uuid not null,
    user_id uuid not null,
    item_id integer not null,
    side smallint not null,
    direction smallint not null,
    price bigint not null,
    created_at_ms bigint not null,
    check (price > 0),
    primary key (alert_id)
  )`,
  `create index price_alert_by_item on price_alert (item_id)`,
  `create index price_alert_by_user on price_alert (user_id, alert_id)`,
  `create table watched_item (
    user_id uuid not null,
    item_id integer not null,
    watched_at_ms bigint not null,
    primary key (user_id, item_id)
  )`,
  `create table item_freeze (
    item_id integer not null,
    reason text not null,
    at_ms bigint not null,
    primary key (item_id)
  )`,
  `create table trading_freeze (
    user_id uuid not null,
    reason text not null,
    at_ms bigint not null,
    primary key (user_id)
  )`,
]

/** Crafting, factories, harvests and energy. */
const CRAFTING_FACTORIES_HARVESTS_AND_ENERGY: readonly string[] = [
  `create table job (
    job_id uuid not null,
    user_id uuid not null,
    queue smallint not null,
    recipe_id integer not null,
    count integer not null,
    input_ids json not null,
    held json not null,
    consumed json not null,
    created_at_ms bigint not null,
    start_at_ms bigint not null,
    end_at_ms bigint not null,
    content_version integer not null default 1,
    check (end_at_ms > start_at_ms),
    check (count > 0),
    primary key (job_id)
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
    group_id uuid not null,
    user_id uuid not null,
    recipe_id integer not null,
    count integer not null,
    items json not null,
    start_at_ms bigint not null,
    end_at_ms bigint not null,
    content_version integer not null default 1,
    check (end_at_ms > start_at_ms),
    check (count > 0),
    primary key (group_id)
  )`,
  `create index harvest_group_by_user on harvest_group (user_id)`,
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
  `create table harvest_experience (
    user_id uuid not null,
    recipe_id integer not null,
    item_id integer not null,
    experience bigint not null,
    check (experience >= 0),
    primary key (user_id, recipe_id, item_id)
  ) with (fillfactor = 70)`,
  `create table energised (
    user_id uuid not null,
    until_ms bigint not null,
    primary key (user_id)
  ) with (fillfactor = 70)`,
]

/** Friends and friend trades. */
const FRIENDS_AND_FRIEND_TRADES: readonly string[] = [
  // Two rows per pair, one for each side. State: 0 none, 1 sent, 2 received, 3 accepted, 4 declined, 5 deleted.
  `create table friendship (
    user_id uuid not null,
    other_id uuid not null,
    state smallint not null,
    blocks boolean not null,
    since_ms bigint not null,
    declined_at_ms bigint not null,
    check (user_id <> other_id),
    primary key (user_id, other_id)
  ) with (fillfactor = 80)`,
  `create index friendship_blocked on friendship (other_id) where blocks`,
  `create table social_invite_times (
    user_id uuid not null,
    times_ms json not null,
    primary key (user_id)
  ) with (fillfactor = 70)`,
  `create table trade (
    trade_id uuid not null,
    user_1 uuid not null,
    user_2 uuid not null,
    is_by_1 boolean not null,
    status smallint not null,
    revision integer not null,
    coins_1 bigint not null,
    coins_2 bigint not null,
    items_1 json not null,
    items_2 json not null,
    confirmation_1 smallint not null,
    confirmation_2 smallint not null,
    missing_1 json not null,
    missing_2 json not null,
    created_at_ms bigint not null,
    expires_at_ms bigint not null,
    ended_at_ms bigint not null,
    version integer not null default 0,
    check (user_1 < user_2),
    check (coins_1 >= 0),
    check (coins_2 >= 0),
    primary key (trade_id)
  ) with (fillfactor = 80)`,
  `create index trade_by_first on trade (user_1, trade_id) where status <> 0`,
  `create index trade_by_pair on trade (user_1, user_2, trade_id) where status <> 0`,
  `create index trade_by_second on trade (user_2, trade_id) where status <> 0`,
  `create unique index trade_open_by_pair on trade (user_1, user_2) where status = 0`,
  `create index trade_open_by_second on trade (user_2) where status = 0`,
  `create view friend as
    select user_id, other_id as friend_id, since_ms from friendship where state = 3`,
  `create view user_block as
    select user_id, other_id as blocked_id, since_ms from friendship where blocks`,
]

/** Rent. */
const RENT: readonly string[] = [
  `create table rent_pool (
    item_id integer not null,
    pool_per_day bigint not null,
    salary_max bigint not null,
    units bigint not null,
    last_sec bigint not null,
    acc numeric not null,
    rem numeric not null,
    accrued numeric not null,
    paid numeric not null,
    check (rem >= 0),
    check (units >= 0),
    primary key (item_id)
  ) with (fillfactor = 70)`,
  `create table rental (
    user_id uuid not null,
    item_id integer not null,
    units bigint not null,
    snap numeric not null,
    owed numeric not null,
    check (owed >= 0),
    check (units >= 0),
    primary key (user_id, item_id)
  ) with (fillfactor = 70)`,
]

/** Coin exchange with the store platform. */
const COIN_EXCHANGE_WITH_THE_STORE_PLATFORM: readonly string[] = [
  `create table exchange (
    exchange_id uuid not null,
    user_id uuid not null,
    direction smallint not null,
    currency text not null,
    store_count bigint not null,
    coins bigint not null,
    state smallint not null,
    created_at_ms bigint not null,
    settled_at_ms bigint,
    check (coins > 0),
    check (store_count > 0),
    primary key (exchange_id)
  ) with (fillfactor = 80)`,
  `create index exchange_by_user on exchange (user_id, exchange_id)`,
  `create index exchange_open on exchange (user_id) where settled_at_ms is null`,
  `create table exchange_leg (
    request_id text not null,
    exchange_id uuid not null,
    leg smallint not null,
    stack_id text,
    count bigint not null,
    state smallint not null,
    attempts integer not null,
    last_ambiguous_ms bigint not null,
    operation_id uuid,
    check (count > 0),
    primary key (request_id),
    unique (exchange_id, leg),
    unique (operation_id)
  ) with (fillfactor = 70)`,
  `create table exchange_step (
    step_id bigint generated always as identity,
    exchange_id uuid not null,
    at_ms bigint not null,
    kind smallint not null,
    leg smallint,
    detail text not null,
    primary key (step_id)
  )`,
  `create index exchange_step_by_exchange on exchange_step (exchange_id, step_id)`,
  `create table platform_lock (
    steam_id text not null,
    holder uuid not null,
    until_ms bigint not null,
    primary key (steam_id)
  )`,
]

/** Wheel. */
const WHEEL: readonly string[] = [
  `create table roulette_seat (
    user_id uuid not null,
    seed_index integer not null,
    client_seed text not null,
    nonce bigint not null,
    primary key (user_id)
  ) with (fillfactor = 80)`,
  `create table roulette_seed (
    user_id uuid not null,
    seed_index integer not null,
    client_seed text not null,
    spins bigint not null,
    revealed_at_ms bigint not null,
    primary key (user_id, seed_index)
  )`,
  `create table roulette_spin (
    spin_id uuid not null,
    user_id uuid not null,
    operation_id uuid not null,
    seed_index integer not null,
    client_seed text not null,
    nonce bigint not null,
    roll bigint not null,
    prize_index integer not null,
    table_hash text not null,
    primary key (spin_id),
    unique (user_id, seed_index, nonce)
  )`,
  `create index roulette_spin_by_user on roulette_spin (user_id, spin_id)`,
  `create table roulette_table (
    table_hash text not null,
    prizes jsonb not null,
    primary key (table_hash)
  )`,
]

/** Chat. */
const CHAT: readonly string[] = [
  `create table chat_state (
    id integer not null,
    last_message_id bigint not null,
    primary key (id)
  )`,
  // The revision rises with every change that affects who may write or read messages; servers cache by it.
  `create table chat_facts (
    id integer not null,
    revision bigint not null,
    primary key (id)
  ) with (fillfactor = 50)`,
  `create table chat_message (
    message_id bigint not null,
    channel_id text not null,
    sender_id uuid not null,
    text text not null,
    sent_at_ms bigint not null,
    deleted_by smallint,
    primary key (message_id)
  )`,
  `create index chat_message_by_age on chat_message (sent_at_ms)`,
  `create index chat_message_by_channel on chat_message (channel_id, message_id)`,
  `create index chat_message_by_sender on chat_message (sender_id, message_id)`,
  `create table chat_read_mark (
    user_id uuid not null,
    channel_id text not null,
    message_id bigint not null,
    primary key (user_id, channel_id)
  )`,
  `create table chat_report (
    report_id uuid not null,
    message_id bigint not null,
    reporter_id uuid not null,
    reason text not null,
    reported_at_ms bigint not null,
    context jsonb not null,
    settled_at_ms bigint,
    primary key (report_id),
    unique (message_id, reporter_id)
  )`,
  `create index chat_report_open on chat_report (report_id) where settled_at_ms is null`,
  `create table chat_slow_mode (
    channel_id text not null,
    slow_mode_sec integer not null,
    primary key (channel_id)
  )`,
  `create table chat_time_out (
    user_id uuid not null,
    until_ms bigint not null,
    reason text not null,
    primary key (user_id)
  )`,
]

/** Notifications, portfolios and referrals. */
const NOTIFICATIONS_PORTFOLIOS_AND_REFERRALS: readonly string[] = [
  `create table notification (
    user_id uuid not null,
    notification_id uuid not null,
    kind smallint not null,
    item_id integer,
    side smallint,
    price bigint not null,
    count bigint not null,
    alert_direction smallint,
    alert_price bigint,
    recipe_id integer,
    coins bigint not null default 0,
    primary key (user_id, notification_id)
  ) with (autovacuum_vacuum_insert_threshold = 1000000)`,
  `create index notification_by_age on notification using brin (notification_id)`,
  `create table notification_mark (
    user_id uuid not null,
    read_up_to uuid not null,
    primary key (user_id)
  ) with (fillfactor = 70)`,
  `create table portfolio_day (
    user_id uuid not null,
    day_sec bigint not null,
    coins bigint not null,
    items_value bigint not null,
    cost_basis bigint not null,
    unrealised_profit bigint not null,
    realised_profit bigint not null,
    other_proceeds bigint not null,
    primary key (user_id, day_sec)
  ) with (fillfactor = 80)`,
  `create table referral (
    user_id uuid not null,
    referrer_id uuid not null,
    began_at_ms bigint not null,
    earned_at_ms bigint,
    newcomer_rewarded boolean not null default false,
    referrer_rewarded boolean not null default false,
    traded_coins bigint not null default 0,
    check (referrer_id <> user_id),
    check (earned_at_ms is not null or not newcomer_rewarded),
    check (earned_at_ms is not null or not referrer_rewarded),
    primary key (user_id)
  )`,
  `create index referral_by_referrer on referral (referrer_id, began_at_ms)`,
  `create index referral_owed on referral (referrer_id) where (earned_at_ms is not null) and (not referrer_rewarded)`,
]

/** Economy report. */
const ECONOMY_REPORT: readonly string[] = [
  `create table economy_day (
    day_sec bigint not null,
    is_closed boolean not null,
    figures json not null,
    made_at_ms bigint not null,
    primary key (day_sec)
  )`,
  `create table economy_flow_day (
    day_sec bigint not null,
    kind smallint not null,
    asset integer not null,
    minted numeric not null,
    burned numeric not null,
    operations bigint not null,
    primary key (day_sec, kind, asset)
  ) with (fillfactor = 70)`,
  `create table economy_supply_day (
    asset integer not null,
    day_sec bigint not null,
    supply bigint not null,
    primary key (asset, day_sec)
  ) with (fillfactor = 70)`,
  `create index economy_supply_by_day on economy_supply_day (day_sec)`,
  `create table pair_hour (
    item_id integer not null,
    hour_sec bigint not null,
    seller_id uuid not null,
    buyer_id uuid not null,
    trades bigint not null,
    count numeric not null,
    coins numeric not null,
    primary key (item_id, hour_sec, seller_id, buyer_id)
  ) with (fillfactor = 80)`,
  `create index pair_hour_by_age on pair_hour using brin (hour_sec)`,
  `create table player_activity (
    user_id uuid not null,
    day_sec bigint,
    before_day_sec bigint,
    changed_sec bigint not null default 0,
    primary key (user_id)
  ) with (fillfactor = 70)`,
  `create index player_activity_by_change on player_activity (changed_sec)`,
  // What the wealth sums currently include of each player, so that they can be updated by differences.
  `create table counted_player (
    user_id uuid not null,
    class smallint not null,
    coins bigint not null,
    day_sec bigint not null,
    is_returning boolean not null,
    primary key (user_id)
  ) with (fillfactor = 70)`,
  `create table wealth_class (
    class smallint not null,
    players bigint not null,
    coins bigint not null,
    primary key (class)
  ) with (fillfactor = 70)`,
  `create table wealth_activity (
    day_sec bigint not null,
    is_returning boolean not null,
    players bigint not null,
    coins bigint not null,
    primary key (day_sec, is_returning)
  ) with (fillfactor = 70)`,
  `create table wealth_counted_until (
    id smallint not null,
    hour_sec bigint not null,
    check (id = 1),
    primary key (id)
  )`,
]

/** Operators. */
const OPERATORS: readonly string[] = [
  // Append-only: a trigger rejects changes.
  `create table audit_log (
    audit_id uuid not null,
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
    outcome text not null,
    primary key (audit_id)
  )`,
  `create index audit_log_by_action on audit_log (action, audit_id)`,
  `create index audit_log_by_actor on audit_log (actor_id, audit_id)`,
  `create index audit_log_by_target on audit_log (target, audit_id)`,
  `create table compensation_run (
    run_id uuid not null,
    actor_id uuid not null,
    key text not null,
    request_hash text not null,
    operator json not null,
    reason text not null,
    coins bigint not null,
    items json not null,
    players integer not null,
    granted integer not null,
    refused integer not null,
    ended_at_ms bigint,
    stopped_at_ms bigint,
    turn integer not null default 0,
    check (coins >= 0),
    primary key (run_id),
    unique (actor_id, key)
  )`,
  `create index compensation_run_open on compensation_run (run_id) where ended_at_ms is null`,
  `create table compensation_grant (
    run_id uuid not null,
    user_id uuid not null,
    state smallint not null,
    code text,
    primary key (run_id, user_id)
  )`,
  `create index compensation_grant_refused on compensation_grant (run_id, user_id) where state = 2`,
  `create index compensation_grant_waiting on compensation_grant (run_id, user_id) where state = 0`,
  `create table compensation_change (
    actor_id uuid not null,
    key text not null,
    request_hash text not null,
    primary key (actor_id, key)
  )`,
  `create table news_entry (
    entry_id uuid not null,
    version integer not null,
    kind text not null,
    key text not null,
    content json not null,
    visible_from_ms bigint not null,
    visible_until_ms bigint,
    is_withdrawn boolean not null,
    edited_by text not null,
    edited_at_ms bigint not null,
    primary key (entry_id)
  )`,
  `create unique index news_entry_place on news_entry (kind, key) where not is_withdrawn`,
]

/** Content and demo world. */
const CONTENT_AND_DEMO_WORLD: readonly string[] = [
  `create table content_pack (
    digest text not null,
    files json not null,
    stored_at_ms bigint not null,
    primary key (digest)
  )`,
  `create table content_version (
    version integer not null,
    digest text not null,
    is_start boolean not null,
    own_folder text not null,
    loaded_at_ms bigint not null,
    primary key (version)
  )`,
  `create table demo_state (
    id smallint not null,
    seed text not null,
    is_complete boolean not null,
    check (id = 1),
    primary key (id)
  )`,
]

const ROWS: readonly string[] = [
  `insert into writer_state (id, last_at_ms) values (1, 0)`,
  `insert into chat_state values (1, 0)`,
  `insert into chat_facts values (1, 0)`,
]

const FUNCTIONS_AND_TRIGGERS: readonly string[] = [
  // Renews the lease in the transaction of every batch; fails for a writer that has been superseded.
  `create function renew_lease(expected bigint, id_ms bigint) returns void language plpgsql as $$
    begin
      update writer_state set last_at_ms = id_ms where id = 1 and epoch = expected;
      if not found then
        raise exception 'Another writer has taken over';
      end if;
    end $$`,
  // Keep `asset_total` current for every statement that writes balances. Postings add up to zero, so usually no row is written.
  `create function add_inserted_balances() returns trigger language plpgsql as $$
    begin
      insert into asset_total (asset, total)
        select asset, sum(free + held) from added group by asset having sum(free + held) <> 0 order by asset
        on conflict (asset) do update set total = asset_total.total + excluded.total;
      return null;
    end $$`,
  `create function add_updated_balances() returns trigger language plpgsql as $$
    begin
      insert into asset_total (asset, total)
        select asset, sum(amount) from (
          select asset, free + held as amount from added
          union all select asset, -(free + held) from removed
        ) as change group by asset having sum(amount) <> 0 order by asset
        on conflict (asset) do update set total = asset_total.total + excluded.total;
      return null;
    end $$`,
  `create function add_deleted_balances() returns trigger language plpgsql as $$
    begin
      insert into asset_total (asset, total)
        select asset, -sum(free + held) from removed group by asset having sum(free + held) <> 0 order by asset
        on conflict (asset) do update set total = asset_total.total + excluded.total;
      return null;
    end $$`,
  `create trigger balance_deleted after delete on balance
    referencing old table as removed for each statement execute function add_deleted_balances()`,
  `create trigger balance_inserted after insert on balance
    referencing new table as added for each statement execute function add_inserted_balances()`,
  `create trigger balance_updated after update on balance
    referencing old table as removed new table as added for each statement execute function add_updated_balances()`,
  `create function reject_audit_changes() returns trigger language plpgsql as $$
    begin
      raise exception 'Rows of the audit log cannot be changed or deleted';
    end $$`,
  `create trigger audit_log_only_grows before delete or update or truncate on audit_log
    for each statement execute function reject_audit_changes()`,
  `create function revise_chat_facts() returns trigger language plpgsql as $$
    begin
      update chat_facts set revision = revision + 1 where id = 1;
      return null;
    end $$`,
  `create trigger block_changed after update on friendship
    for each row when (old.blocks <> new.blocks) execute function revise_chat_facts()`,
  `create trigger block_set after insert on friendship
    for each row when (new.blocks) execute function revise_chat_facts()`,
  `create trigger chat_slow_mode_changed after insert or delete or update on chat_slow_mode
    for each statement execute function revise_chat_facts()`,
  `create trigger chat_time_out_changed after insert or delete or update on chat_time_out
    for each statement execute function revise_chat_facts()`,
  `create trigger player_changed after update on player
    for each row when (old.name is distinct from new.name or old.role is distinct from new.role) execute function revise_chat_facts()`,
]

const STATEMENTS: readonly string[] = [
  ...PLAYERS_SIGN_IN_AND_SECRETS,
  ...LEDGER_AND_THE_WRITER,
  ...MARKET,
  ...CRAFTING_FACTORIES_HARVESTS_AND_ENERGY,
  ...FRIENDS_AND_FRIEND_TRADES,
  ...RENT,
  ...COIN_EXCHANGE_WITH_THE_STORE_PLATFORM,
  ...WHEEL,
  ...CHAT,
  ...NOTIFICATIONS_PORTFOLIOS_AND_REFERRALS,
  ...ECONOMY_REPORT,
  ...OPERATORS,
  ...CONTENT_AND_DEMO_WORLD,
  ...FUNCTIONS_AND_TRIGGERS,
  ...ROWS,
]

/**
 * Samples fewer rows of tables that grow with every order. They are read by key, whatever the statistics are, and a larger
 * sample takes processor time from the game.
 */
async function lowerStatistics(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ readonly table: string; readonly name: string }>`
    select attrelid::regclass::text as "table", attname as name from pg_attribute
    where attrelid = any(array['command_outcome', 'operation', 'notification']::regclass[])
      and attnum > 0 and not attisdropped`.execute(db)
  for (const { table, name } of rows) {
    await sql`alter table ${sql.table(table)} alter column ${sql.ref(name)} set statistics 10`.execute(db)
  }
}

/** With lz4, messages shrink to a tenth. With the slower pglz, compression would cost more than it saves. */
const COMPRESS_MESSAGES = `alter table outbox alter column message set compression lz4`
const STORE_MESSAGES_UNCOMPRESSED = `alter table outbox alter column message set storage external`

/** The embedded database is built without lz4. */
async function supportsLz4(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql`select from pg_settings
    where name = 'default_toast_compression' and 'lz4' = any(enumvals)`.execute(db)
  return rows.length > 0
}
