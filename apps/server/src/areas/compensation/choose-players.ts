import type { CallResponse, ChosenPlayers } from '@clutch/contract'
import { DAY_SEC, SECOND_MS } from '@clutch/contract/formats'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '../../store/database.ts'
import { readEntries, type Entry } from './entries.ts'
import '../report/tables.ts'

type NotUnderstood = CallResponse<'POST /admin/compensation/preview'>['not_understood'][number]

/** Recipients of a compensation. */
export interface Chosen {
  /** Condition on the rows of `player`. */
  readonly where: RawBuilder<boolean>
  readonly notUnderstood: readonly NotUnderstood[]
  readonly repeated: number
}

/** Resolves the recipients: entries of a list, or a filter over all players. */
export async function choosePlayers(db: Kysely<Database>, players: ChosenPlayers): Promise<Chosen> {
  if (players.kind === 'filter') return { where: conditionOf(players), notUnderstood: [], repeated: 0 }
  const entries = readEntries(players.text)
  const found = await findAll(db, entries)
  const userIds = new Set<string>()
  const notUnderstood: NotUnderstood[] = []
  let repeated = 0
  for (const entry of entries) {
    const [first, second] = found.get(keyOf(entry)) ?? []
    if (first === undefined) notUnderstood.push({ entry: entry.text, why: 'unknown' })
    else if (second !== undefined) notUnderstood.push({ entry: entry.text, why: 'ambiguous' })
    else if (userIds.has(first)) repeated += 1
    else userIds.add(first)
  }
  return { where: sql<boolean>`player.user_id = any(${[...userIds]}::uuid[])`, notUnderstood, repeated }
}

function conditionOf(filter: Extract<ChosenPlayers, { kind: 'filter' }>): RawBuilder<boolean> {
  const { active_since, signed_up_before, owns_item } = filter
  const since = active_since - (active_since % DAY_SEC)
  // Activity is stored by day; players without any activity have none.
  const isActive =
    active_since === 0
      ? sql`true`
      : sql`exists (select from player_activity as activity
          where activity.user_id = player.user_id and activity.day_sec >= ${since})`
  const isOld = signed_up_before === 0 ? sql`true` : sql`player.created_at_ms < ${signed_up_before * SECOND_MS}`
  // Items held in lots and jobs count as owned.
  const owns =
    owns_item === 0
      ? sql`true`
      : sql`exists (select from balance where balance.user_id = player.user_id and balance.asset = ${owns_item}
          and balance.free + balance.held > 0)`
  return sql<boolean>`(${isActive} and ${isOld} and ${owns})`
}

/** The players matching each entry: none, one, or several with the same name. */
async function findAll(db: Kysely<Database>, entries: readonly Entry[]): Promise<Map<string, string[]>> {
  const textsOf = (kind: Entry['kind']) => entries.filter((entry) => entry.kind === kind).map(({ text }) => text)
  const { rows } = await sql<{ kind: Entry['kind']; text: string; user_id: string }>`
    select 'steam_id' as kind, steam_id as text, user_id from player where steam_id = any(${textsOf('steam_id')})
    union all
    select 'uuid', user_id::text, user_id from player where user_id = any(${textsOf('uuid')}::uuid[])
    union all
    select 'name', lower(name), user_id from player
    where lower(name) in (select lower(given) from unnest(${textsOf('name')}::text[]) as given)`.execute(db)
  const found = new Map<string, string[]>()
  for (const { kind, text, user_id } of rows) {
    const key = `${kind} ${text}`
    found.set(key, [...(found.get(key) ?? []), user_id])
  }
  return found
}

function keyOf({ kind, text }: Entry): string {
  return `${kind} ${kind === 'steam_id' ? text : text.toLowerCase()}`
}
