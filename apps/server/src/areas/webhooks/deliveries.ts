import { WEBHOOK_DELIVERIES_PAGE_SIZE, type WebhookDelivery } from '@clutch/contract'
import { DAY_MS, toSeconds } from '@clutch/contract/formats'
import { WEBHOOK_TEST_TYPE } from '@clutch/contract/server'
import { sql, type Kysely } from 'kysely'
import { v7 } from 'uuid'
import type { Database } from '../../store/database.ts'
import type { Event } from '../events/read-events.ts'
import type { SentWebhook, WebhookMessage } from './send.ts'
import type { WebhookRow } from './webhooks.ts'

declare module '../../store/database.ts' {
  interface Database {
    webhook_delivery: WebhookDeliveryTable
  }
}

/** An attempt to deliver an event, for the console. */
export interface WebhookDeliveryTable {
  /** A version 7 UUID, so that attempts are ordered by time. */
  delivery_id: string
  webhook_id: string
  event_id: string
  type: string
  trigger: WebhookDelivery['trigger']
  attempt: number
  at_ms: number
  latency_ms: number
  status: number | null
  state: WebhookDelivery['state']
  error: string | null
  body: string
}

/** Successes of one endpoint that are kept, and failures: counted together, successes would crowd out the failures. */
const KEPT_MAX = 1_000
const KEPT_MS = 30 * DAY_MS

/** A message and what it is about. */
export interface TypedMessage extends WebhookMessage {
  readonly type: string
}

export function toMessage({ id, type, occurred_at, data }: Event): TypedMessage {
  return { id, type, body: JSON.stringify({ type, timestamp: new Date(occurred_at).toISOString(), data }) }
}

/** An event that nothing caused, to try an endpoint. */
export function newTestMessage(nowMs: number): TypedMessage {
  const timestamp = new Date(nowMs).toISOString()
  return {
    id: `test-${v7()}`,
    type: WEBHOOK_TEST_TYPE,
    body: JSON.stringify({ type: WEBHOOK_TEST_TYPE, timestamp, data: {} }),
  }
}

export function isDelivered({ status }: Pick<SentWebhook, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300
}

/** The row of an attempt. */
export function toDelivery(
  webhookId: string,
  { id, type, body }: TypedMessage,
  { atMs, latencyMs, status, error }: SentWebhook,
  more: Pick<WebhookDeliveryTable, 'trigger' | 'attempt' | 'state'>,
): WebhookDeliveryTable {
  return {
    delivery_id: v7(),
    webhook_id: webhookId,
    event_id: id,
    type,
    at_ms: atMs,
    latency_ms: latencyMs,
    status,
    error,
    body,
    ...more,
  }
}

/** Stores an attempt of an operator. */
export async function insertDelivery(db: Kysely<Database>, row: WebhookDeliveryTable): Promise<WebhookDelivery> {
  await db.insertInto('webhook_delivery').values(row).execute()
  return fromRow(row)
}

/** What the deliverer changes of an endpoint. */
export type Progress = Pick<
  WebhookRow,
  | 'cursor'
  | 'failed_attempts'
  | 'next_attempt_at_ms'
  | 'failing_since_ms'
  | 'delivered_at_ms'
  | 'is_enabled'
  | 'disabled_because'
>

/**
 * Stores attempts, and how far an endpoint has got, in one statement: the embedded database's only session is not
 * reserved. A change of the endpoint since it was read overrules the progress, and its events are delivered again.
 * @returns whether the progress was stored
 */
export async function storeProgress(
  db: Kysely<Database>,
  before: WebhookRow,
  after: Progress,
  deliveries: readonly WebhookDeliveryTable[],
): Promise<boolean> {
  const { rows } = await sql`
    with added as (
      insert into webhook_delivery
      select * from json_populate_recordset(null::webhook_delivery, ${JSON.stringify(deliveries)}::json)
      where exists (select 1 from webhook where webhook_id = ${before.webhook_id})
    )
    update webhook set cursor = ${after.cursor}, failed_attempts = ${after.failed_attempts},
      next_attempt_at_ms = ${after.next_attempt_at_ms}, failing_since_ms = ${after.failing_since_ms},
      delivered_at_ms = ${after.delivered_at_ms}, is_enabled = ${after.is_enabled},
      disabled_because = ${after.disabled_because}
    where webhook_id = ${before.webhook_id} and revision = ${before.revision} and cursor = ${before.cursor}
    returning 1`.execute(db)
  return rows.length > 0
}

/** Attempts of an endpoint, newest first. */
export async function readDeliveries(
  db: Kysely<Database>,
  webhookId: string,
  isFailuresOnly: boolean,
  lastId: string | undefined,
): Promise<WebhookDelivery[]> {
  let query = db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .orderBy('delivery_id', 'desc')
    .limit(WEBHOOK_DELIVERIES_PAGE_SIZE)
  if (isFailuresOnly) query = query.where('state', '<>', 'delivered')
  if (lastId !== undefined) query = query.where('delivery_id', '<', lastId)
  return (await query.execute()).map(fromRow)
}

export function findDelivery(
  db: Kysely<Database>,
  webhookId: string,
  deliveryId: string,
): Promise<WebhookDeliveryTable | undefined> {
  return db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .where('delivery_id', '=', deliveryId)
    .executeTakeFirst()
}

/** Deletes old attempts of an endpoint, and all but its latest successes and failures. */
export async function deleteOldDeliveries(db: Kysely<Database>, webhookId: string, nowMs: number): Promise<void> {
  for (const is of [sql`=`, sql`<>`]) {
    await sql`delete from webhook_delivery where webhook_id = ${webhookId} and state ${is} 'delivered'
      and (at_ms < ${nowMs - KEPT_MS} or delivery_id <= (
        select delivery_id from webhook_delivery where webhook_id = ${webhookId} and state ${is} 'delivered'
        order by delivery_id desc offset ${KEPT_MAX} limit 1))`.execute(db)
  }
}

function fromRow(row: WebhookDeliveryTable): WebhookDelivery {
  const { delivery_id: id, event_id, type, trigger, attempt, at_ms, latency_ms, status, state, error, body } = row
  return { id, event_id, type, trigger, attempt, at: toSeconds(at_ms), latency_ms, status, state, error, body }
}
