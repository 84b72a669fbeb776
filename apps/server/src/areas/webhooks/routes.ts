import type { WebhookTerms } from '@clutch/contract'
import { fail, succeed } from '@clutch/economy'
import type { ApiResult } from '../../api-result.ts'
import type { Context } from '../../context.ts'
import type { CallHandlers } from '../../http/call-handlers.ts'
import type { ServerCallHandlers } from '../../http/server-calls.ts'
import { writeAuditRow, type AuditSubject } from '../../store/audit-log.ts'
import { operateOnce } from '../../store/keyed-calls.ts'
import { subjectOf } from '../server-calls/caller.ts'
import {
  findDelivery,
  insertDelivery,
  isDelivered,
  newTestMessage,
  readDeliveries,
  toDelivery,
  type TypedMessage,
  type WebhookDeliveryTable,
} from './deliveries.ts'
import type { WebhookSender } from './send.ts'
import {
  deleteWebhook,
  findWebhook,
  listWebhooks,
  retryNow,
  rotateSecret,
  setWebhook,
  toWebhook,
  validSecrets,
} from './webhooks.ts'

/** What the calls about webhooks need in addition to the shared context. */
export interface WebhookRoutesOptions {
  readonly sender: WebhookSender
}

/** The console's calls about webhooks (integration §3). */
export function webhookRoutes(context: Context, { sender }: WebhookRoutesOptions): CallHandlers {
  const { db } = context.store
  return {
    'POST /admin/webhooks': async ({ operator }) => {
      const audit = { operator, action: 'webhook.read', target: '', reason: '', idempotencyKey: undefined } as const
      await writeAuditRow(db, audit, { outcome: 'done' })
      return succeed({ webhooks: (await listWebhooks(db)).map((row) => toWebhook(row, Date.now())) })
    },
    'POST /admin/set-webhook': async ({ operator, body }) => {
      const { id, reason, idempotency_key: idempotencyKey, ...terms } = body
      const audit: AuditSubject = { operator, action: 'webhook.write', target: id, reason, idempotencyKey }
      if (!sender.isAllowed(terms.url)) return rejectAddress(context, audit, terms)
      return withoutStoredSecret((take) =>
        operateOnce(context, audit, body, async (trx) => take(await setWebhook(trx, audit, terms, Date.now()))),
      )
    },
    'POST /admin/rotate-webhook-secret': ({ operator, body }) => {
      const { id, keep_old_for_s, reason, idempotency_key: idempotencyKey } = body
      const audit: AuditSubject = { operator, action: 'webhook.rotate', target: id, reason, idempotencyKey }
      return withoutStoredSecret((take) =>
        operateOnce(context, audit, body, async (trx) =>
          take(await rotateSecret(trx, audit, keep_old_for_s, Date.now())),
        ),
      )
    },
    'POST /admin/delete-webhook': ({ operator, body }) => {
      const { id, reason, idempotency_key: idempotencyKey } = body
      const audit: AuditSubject = { operator, action: 'webhook.delete', target: id, reason, idempotencyKey }
      return operateOnce(context, audit, body, (trx) => deleteWebhook(trx, audit, Date.now()))
    },
    'POST /admin/webhook-deliveries': async ({ operator, body: { id, failures_only, last_uuid } }) => {
      const audit = { operator, action: 'webhook.read', target: id, reason: '', idempotencyKey: undefined } as const
      await writeAuditRow(db, audit, { outcome: 'done' })
      return succeed({ deliveries: await readDeliveries(db, id, failures_only, last_uuid || undefined) })
    },
    'POST /admin/send-webhook': async ({ operator, body }) => {
      const { id, delivery_id, idempotency_key: idempotencyKey } = body
      const audit: AuditSubject = { operator, action: 'webhook.send', target: id, reason: '', idempotencyKey }
      const before = delivery_id === null ? undefined : await findDelivery(db, id, delivery_id)
      const webhook = await findWebhook(db, id)
      if (webhook === undefined || (delivery_id !== null && before === undefined)) return fail({ code: 'not_found' })
      const message = before === undefined ? newTestMessage(Date.now()) : toMessageAgain(before)
      const target = { url: webhook.url, secrets: validSecrets(webhook, Date.now()) }
      // Sent before the transaction, which would otherwise reserve the embedded database meanwhile. A repeated call may
      // send twice, as every delivery may be.
      const sent = await sender.send(target, message, new AbortController().signal)
      const isGood = isDelivered(sent)
      const row = toDelivery(id, message, sent, {
        trigger: before === undefined ? 'test' : 'again',
        attempt: (before?.attempt ?? 0) + 1,
        state: isGood ? 'delivered' : 'failed',
      })
      return operateOnce(context, audit, body, async (trx) => {
        const delivery = await insertDelivery(trx, row)
        if (isGood) await retryNow(trx, id)
        const { status, error } = sent
        await writeAuditRow(trx, audit, { outcome: 'done', after: { event_id: message.id, status, error } })
        return succeed({ delivery })
      })
    },
  }
}

type WebhookServerCall = Extract<keyof ServerCallHandlers, `${string} /webhooks${string}`>

/** The calls of the game's server about webhooks. */
export function webhookServerCalls(
  context: Context,
  { sender }: WebhookRoutesOptions,
): Pick<ServerCallHandlers, WebhookServerCall> {
  const { db } = context.store
  return {
    'GET /webhooks': async () =>
      succeed({ webhooks: (await listWebhooks(db)).map((row) => toWebhook(row, Date.now())) }),
    'GET /webhooks/:webhook_id': async ({ params: { webhook_id } }) => {
      const row = await findWebhook(db, webhook_id)
      return row === undefined ? fail({ code: 'not_found' }) : succeed({ webhook: toWebhook(row, Date.now()) })
    },
    'PUT /webhooks/:webhook_id': (input) => {
      const { params, body } = input
      const audit = subjectOf(input, 'webhook.write', params.webhook_id)
      if (!sender.isAllowed(body.url)) return rejectAddress(context, audit, body)
      return db.transaction().execute((trx) => setWebhook(trx, audit, body, Date.now()))
    },
    'PUT /webhooks/:webhook_id/secret': (input) => {
      const audit = subjectOf(input, 'webhook.rotate', input.params.webhook_id)
      return db.transaction().execute((trx) => rotateSecret(trx, audit, input.body.keep_old_for_s, Date.now()))
    },
    'DELETE /webhooks/:webhook_id': (input) => {
      const audit = subjectOf(input, 'webhook.delete', input.params.webhook_id)
      return db.transaction().execute((trx) => deleteWebhook(trx, audit, Date.now()))
    },
  }
}

async function rejectAddress(context: Context, audit: AuditSubject, { url }: WebhookTerms): Promise<ApiResult<never>> {
  await writeAuditRow(context.store.db, audit, { outcome: 'webhook_address_not_allowed', after: { url } })
  return fail({ code: 'webhook_address_not_allowed' })
}

/** Keeps a new secret out of the stored outcome of a call, so that it is returned only once. */
async function withoutStoredSecret<Value extends { readonly secret: string | null }>(
  operate: (take: (result: ApiResult<Value>) => ApiResult<Value>) => Promise<ApiResult<Value>>,
): Promise<ApiResult<Value>> {
  let secret: string | null = null
  const result = await operate((changed) => {
    if (!changed.ok) return changed
    secret = changed.value.secret
    return succeed({ ...changed.value, secret: null })
  })
  return result.ok ? succeed({ ...result.value, secret }) : result
}

/** The same message as before, under the same id. */
function toMessageAgain({ event_id, type, body }: WebhookDeliveryTable): TypedMessage {
  return { id: event_id, type, body }
}
