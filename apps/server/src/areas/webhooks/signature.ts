import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
/** Between 24 and 64, as Standard Webhooks asks. */
const SECRET_BYTES = 32

/** A new secret, as the operator and the receiver see it. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

/**
 * The header `webhook-signature` of Standard Webhooks: one signature for each valid secret, separated by spaces.
 * @param timestampSec the header `webhook-timestamp`, in Unix seconds
 */
export function signWebhook(secrets: readonly string[], id: string, timestampSec: number, body: string): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${timestampSec}.${body}`).digest('base64')}`
    })
    .join(' ')
}
