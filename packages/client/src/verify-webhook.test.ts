import { Webhook } from 'standardwebhooks'
import { expect, it } from 'vitest'
import { verifyWebhook, WebhookVerificationError } from './verify-webhook.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const ID = '000000000004711-000000000001'
const BODY = '{"type":"economy.resumed","timestamp":"2026-11-18T11:06:40.000Z","data":{}}'

function sign(at: Date): Record<string, string> {
  const signature = new Webhook(SECRET).sign(ID, at, BODY)
  return {
    'Webhook-Id': ID,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': signature,
  }
}

it.each([
  ['an object', (headers: Record<string, string>) => headers],
  ['the headers of a request', (headers: Record<string, string>) => new Headers(headers)],
])('a signed message with headers in %s is parsed, with the id of its event', (_kind, convert) => {
  expect(verifyWebhook(SECRET, BODY, convert(sign(new Date())))).toMatchObject({ id: ID, type: 'economy.resumed' })
})

it.each([
  ['a changed body', SECRET, `${BODY} `, new Date()],
  ['another secret', 'whsec_AAAA9r8GKYqrTwjUPD8ILPZIo2LaLaSw', BODY, new Date()],
  ['a message of an hour ago', SECRET, BODY, new Date(Date.now() - 3_600_000)],
])('%s is rejected', (_case, secret, body, at) => {
  expect(() => verifyWebhook(secret, body, sign(at))).toThrow(WebhookVerificationError)
})
