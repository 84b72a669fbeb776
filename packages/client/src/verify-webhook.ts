import { Webhook } from 'standardwebhooks'
import type { webhooks } from './gen/server.ts'

export { WebhookVerificationError } from 'standardwebhooks'

type Body = webhooks['event']['post']['requestBody']
type Message = NonNullable<Body>['content']['application/json']

/** A verified message. `id` is the event's id in the log, the same for each attempt to deliver it. */
export type WebhookEvent = Message & { readonly id: string }

/** Headers of a request, as `fetch` and as Node's servers have them. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * Verifies a message of a webhook and parses it (standardwebhooks.com).
 *
 *     const event = verifyWebhook(secret, await request.text(), request.headers)
 *
 * @param secret of the endpoint, `whsec_…`
 * @param body exactly as it arrived
 * @throws WebhookVerificationError if the signature does not match, or the message is older than five minutes
 */
export function verifyWebhook(secret: string, body: string, headers: WebhookHeaders): WebhookEvent {
  const pairs = headers instanceof Headers ? headers.entries() : Object.entries(headers)
  const texts = Object.fromEntries([...pairs].map(([name, value]) => [name.toLowerCase(), String(value)]))
  const message = new Webhook(secret).verify(body, texts) as Message
  return { ...message, id: texts['webhook-id'] ?? '' }
}
