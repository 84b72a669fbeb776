import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { SECOND_MS } from '@clutch/contract/formats'

/** How long a link can be opened. */
export const SIGN_IN_LINK_LIFE_MS = 60 * SECOND_MS
const NONCE_BYTES = 16
/** Prefix, Steam id, expiry in Unix milliseconds, nonce, and signature; lower case, as tickets are compared. */
const FORM = /^(link-(7656119\d{10})-(\d{13})-[0-9a-f]{32})-([0-9a-f]{64})$/

/** The ticket in a sign-in link: signed, so that nothing has to be stored until it is used. */
export function newSignInLink(secret: string, steamId: string, expiresAtMs: number): string {
  const body = `link-${steamId}-${expiresAtMs}-${randomBytes(NONCE_BYTES).toString('hex')}`
  return `${body}-${signatureOf(secret, body)}`
}

/** Whether a ticket claims to be of a sign-in link rather than of the platform. */
export function isSignInLink(ticket: string): boolean {
  return ticket.startsWith('link-')
}

/** The Steam id of a valid link; undefined for a forged or expired one. */
export function readSignInLink(secret: string, ticket: string, nowMs: number): string | undefined {
  const [, body = '', steamId, expiresAtMs, signature = ''] = FORM.exec(ticket) ?? []
  if (steamId === undefined || Number(expiresAtMs) <= nowMs) return undefined
  const isGenuine = timingSafeEqual(Buffer.from(signature, 'hex'), Buffer.from(signatureOf(secret, body), 'hex'))
  return isGenuine ? steamId : undefined
}

function signatureOf(secret: string, body: string): string {
  return createHmac('sha256', secret).update(body).digest('hex')
}
