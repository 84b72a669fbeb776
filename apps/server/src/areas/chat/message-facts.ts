import { sql, type Kysely } from 'kysely'
import type { ApiResult } from '../../api-result.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../store/database.ts'
import type { Draft } from './draft.ts'
import { keptOutcomes, toOutcomes, type KeptOutcome, type KeyedCall } from '../../store/keyed-calls.ts'
import { sendersOf, toSenders, type Sender, type SenderRow } from './senders.ts'

/** Everything that affects the messages of a batch. */
export interface MessageFacts {
  /** Outcomes of earlier requests by key. */
  readonly earlier: ReadonlyMap<KeyedCall, ApiResult<unknown>>
  readonly senders: ReadonlyMap<string, Sender>
  /** Slow modes set by moderators, in seconds, by channel. */
  readonly slowModes: ReadonlyMap<string, number>
  /** Id of the newest message. */
  readonly lastId: number
  /** Revision of all other facts. */
  readonly revision: number
}

interface FactsRow {
  readonly kept: readonly KeptOutcome[]
  readonly senders: readonly SenderRow[]
  readonly slow_modes: Readonly<Record<string, number>>
  readonly last_id: number
  readonly revision: number
}

/** Reads all facts in one statement, so that they are consistent. */
export async function readMessageFacts(
  db: Kysely<Database>,
  config: Pick<Config, 'adminSteamIds'>,
  batch: readonly Draft[],
): Promise<MessageFacts> {
  const requests = batch.flatMap(({ request }) => request ?? [])
  const { rows } = await sql<FactsRow>`select ${keptOutcomes(requests)} as kept, ${sendersOf(batch)} as senders,
    (select coalesce(json_object_agg(channel_id, slow_mode_sec), '{}') from chat_slow_mode) as slow_modes,
    last_message_id as last_id, revision
    from chat_state join chat_facts using (id) where id = 1`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The table chat_state has no row')
  return {
    earlier: toOutcomes(requests, row.kept),
    senders: toSenders(row.senders, config),
    slowModes: new Map(Object.entries(row.slow_modes)),
    lastId: row.last_id,
    revision: row.revision,
  }
}
