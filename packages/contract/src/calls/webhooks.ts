import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import { cursorUuid, givenReason, idempotencyKey, text, TEXT_MAX, uuid } from '../bounds.ts'
import { DAY_SEC } from '../formats/time-units.ts'
import { OPERATOR_ACTIONS } from '../operator-actions.ts'
import { SERVER_EVENT_TYPES } from '../server-events.ts'
import { consoleCall } from './console-call.ts'

/** Endpoints of one installation: each reads the event log on its own. */
export const WEBHOOKS_MAX = 20
const WEBHOOK_URL_MAX = 2_048
/** How long an old secret can stay valid after a rotation. */
const OLD_SECRET_SEC_MAX = 7 * DAY_SEC

export const webhookId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/)
  .describe('Chosen by the caller')

/** Properties of an endpoint that the caller sets. */
export const webhookTerms = z.strictObject({
  url: text.trim().min(1).max(WEBHOOK_URL_MAX).describe('Public https address without a user name or password'),
  types: z
    .array(z.enum(SERVER_EVENT_TYPES))
    .max(SERVER_EVENT_TYPES.length)
    .default([])
    .describe('Types of events to deliver; all if empty'),
  description: text.trim().max(TEXT_MAX).default(''),
  enabled: z.boolean().default(true).describe('Events of a disabled endpoint wait until it is enabled'),
})
export type WebhookTerms = z.output<typeof webhookTerms>

export const webhook = webhookTerms.extend({
  id: webhookId,
  disabled_because: z
    .enum(['gone', 'failing'])
    .nullable()
    .describe('`gone` after a response 410, `failing` after five days of failures; null unless disabled automatically'),
  created_at: z.int().describe('Unix seconds'),
  created_by: z.string().describe('Name of the admin or key'),
  delivered_at: z.int().nullable().describe('Unix seconds of the last success; null before the first'),
  failing_since: z.int().nullable().describe('Unix seconds of the first failure since the last success; null if none'),
  failed_attempts: z.int().describe('Failed attempts of the next event'),
  next_attempt_at: z.int().nullable().describe('Unix seconds; null unless the next event is waiting for a retry'),
  old_secret_until: z
    .int()
    .nullable()
    .describe('Unix seconds until which deliveries are also signed with the secret before; null outside a rotation'),
})
export type Webhook = z.output<typeof webhook>

/** A new secret. */
export const webhookSecret = z
  .string()
  .nullable()
  .describe('`whsec_…`, returned once and never again; null if the endpoint exists already or the call is repeated')

export const secretRotation = z.strictObject({
  keep_old_for_s: z
    .int()
    .min(0)
    .max(OLD_SECRET_SEC_MAX)
    .default(DAY_SEC)
    .describe('Seconds for which the old secret stays valid. During that time, another rotation replaces the new one'),
})

/** One attempt to deliver an event. */
const webhookDelivery = z.object({
  id: uuid,
  event_id: z.string().describe('The header `webhook-id`: the same for all attempts of an event'),
  type: z.string(),
  trigger: z.enum(['event', 'again', 'test']).describe('`again` if an operator sent it again'),
  attempt: z.int().describe('1 for the first'),
  at: z.int().describe('Unix seconds'),
  latency_ms: z.int(),
  status: z.int().nullable().describe('HTTP status; null without a response'),
  state: z.enum(['delivered', 'failed', 'given_up']).describe('`given_up` after the last attempt'),
  error: z.string().nullable().describe('Why there was no response, such as `ECONNREFUSED`'),
  body: z.string(),
})
export type WebhookDelivery = z.output<typeof webhookDelivery>

const keyed = { reason: givenReason, idempotency_key: idempotencyKey }

export const webhookContract = {
  errors: {
    webhook_address_not_allowed: {
      status: 400,
      message:
        'Webhooks are sent to public https addresses only, on port 443 or from 1024 up, without a user name or password',
    },
    too_many_webhooks: { status: 409, message: 'There are at most {max} webhooks' },
  },
  calls: {
    'POST /admin/webhooks': {
      ...consoleCall,
      area: 'webhooks',
      summary: 'All endpoints of webhooks, by id',
      access: OPERATOR_ACTIONS['webhook.read'],
      action: 'webhook.read',
      body: z.strictObject({}),
      response: z.object({ webhooks: z.array(webhook) }),
    },
    'POST /admin/set-webhook': {
      ...consoleCall,
      area: 'webhooks',
      summary: 'Creates an endpoint, or changes it and retries at once; the secret of a new one is returned once',
      access: OPERATOR_ACTIONS['webhook.write'],
      action: 'webhook.write',
      body: webhookTerms.extend({ id: webhookId, ...keyed }),
      response: z.object({ webhook, secret: webhookSecret }),
    },
    'POST /admin/rotate-webhook-secret': {
      ...consoleCall,
      area: 'webhooks',
      summary: 'Replaces the secret of an endpoint; the new one is returned once',
      access: OPERATOR_ACTIONS['webhook.rotate'],
      action: 'webhook.rotate',
      body: secretRotation.extend({ id: webhookId, ...keyed }),
      response: z.object({ webhook, secret: webhookSecret }),
    },
    'POST /admin/delete-webhook': {
      ...consoleCall,
      area: 'webhooks',
      summary: 'Deletes an endpoint and its deliveries',
      access: OPERATOR_ACTIONS['webhook.delete'],
      action: 'webhook.delete',
      body: z.strictObject({ id: webhookId, ...keyed }),
      response: z.object({ webhook }),
    },
    'POST /admin/webhook-deliveries': {
      ...consoleCall,
      area: 'webhooks',
      summary: 'Attempts of an endpoint, newest first; the latest 1,000 successes and 1,000 failures are kept',
      access: OPERATOR_ACTIONS['webhook.read'],
      action: 'webhook.read',
      body: z.strictObject({
        id: webhookId,
        failures_only: z.boolean().default(false),
        last_uuid: cursorUuid,
      }),
      response: z.object({ deliveries: z.array(webhookDelivery) }),
    },
    'POST /admin/send-webhook': {
      ...consoleCall,
      area: 'webhooks',
      summary: 'Sends an attempt’s event again, or a test event, and returns what came of it',
      access: OPERATOR_ACTIONS['webhook.send'],
      action: 'webhook.send',
      body: z.strictObject({
        id: webhookId,
        delivery_id: uuid.nullable().describe('The attempt to repeat; null for a test event'),
        idempotency_key: idempotencyKey,
      }),
      response: z.object({ delivery: webhookDelivery }),
    },
  },
} as const satisfies ContractArea
