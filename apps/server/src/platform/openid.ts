import type { PlatformConfig } from '../config.ts'
import { readBoundedText } from './bounded-text.ts'

const OPENID_NAMESPACE = 'http://specs.openid.net/auth/2.0'
const IDENTIFIER_SELECT = `${OPENID_NAMESPACE}/identifier_select`
const REQUIRED_SIGNED_FIELDS = ['op_endpoint', 'claimed_id', 'identity', 'return_to', 'response_nonce', 'assoc_handle']
const NONCE_AGE_MAX_MS = 5 * 60 * 1_000
/** Tolerated difference between the clocks of two machines. */
const NONCE_FUTURE_MAX_MS = 60 * 1_000
const NONCE_TIME = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z)/
const VERIFY_TIMEOUT_MS = 6_000
const OK = 200
const FIRST_SERVER_ERROR = 500
/** Statuses that reject this server or the current rate rather than the player: 403, 408, 429. */
const BUSY_OR_BLOCKING: ReadonlySet<number> = new Set([403, 408, 429])

/** The address on the platform where the user signs in. */
export function signInAddress(config: PlatformConfig, realm: string, returnTo: string): string {
  const address = new URL(config.openIdUrl)
  const fields = {
    ns: OPENID_NAMESPACE,
    mode: 'checkid_setup',
    claimed_id: IDENTIFIER_SELECT,
    identity: IDENTIFIER_SELECT,
    realm,
    return_to: returnTo,
  }
  for (const [name, value] of Object.entries(fields)) address.searchParams.set(`openid.${name}`, value)
  return address.href
}

export type Query = Readonly<Record<string, string | readonly string[]>>

/** The browser's parameters after all local checks, before confirmation by the platform. */
export interface Assertion {
  readonly steamId: string
  readonly nonce: string
  readonly fields: Readonly<Record<string, string>>
}

/**
 * Performs all local checks: no duplicate parameters, the mode, our configured endpoint, claimed id equal to identity and
 * matching the platform's format completely, our own return address, all relevant fields signed, a fresh nonce (rules
 * §14). Skipping any of these has allowed forged sign-ins elsewhere.
 * @returns `stale` when only the nonce's time is wrong: it took too long, or one of the clocks is wrong
 */
export function readAssertion(
  config: PlatformConfig,
  query: Query,
  returnTo: string,
  nowMs: number,
): Assertion | 'stale' | undefined {
  const fields: Record<string, string> = {}
  for (const [name, value] of Object.entries(query)) {
    if (typeof value !== 'string') return undefined
    if (name.startsWith('openid.')) fields[name.slice('openid.'.length)] = value
  }
  const steamId = readSteamId(config, fields['claimed_id'])
  const nonce = fields['response_nonce'] ?? ''
  const signed = new Set((fields['signed'] ?? '').split(','))
  const isGood =
    fields['ns'] === OPENID_NAMESPACE &&
    fields['mode'] === 'id_res' &&
    fields['op_endpoint'] === config.openIdUrl &&
    fields['identity'] === fields['claimed_id'] &&
    fields['return_to'] === returnTo &&
    REQUIRED_SIGNED_FIELDS.every((field) => signed.has(field) && isGiven(fields[field])) &&
    isGiven(fields['sig']) &&
    NONCE_TIME.test(nonce)
  if (!isGood || steamId === undefined) return undefined
  return isFresh(nonce, nowMs) ? { steamId, nonce, fields } : 'stale'
}

function isGiven(value: string | undefined): boolean {
  return value !== undefined && value !== ''
}

export type Verdict =
  | { readonly kind: 'confirmed' | 'denied' }
  /** It is unreachable, or its response is not valid OpenID; the detail is for the log. */
  | { readonly kind: 'unavailable' | 'unexpected'; readonly detail: string }

/** Asks the configured platform to confirm the assertion. */
export async function verifyAssertion(config: PlatformConfig, assertion: Assertion): Promise<Verdict> {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(assertion.fields)) form.set(`openid.${name}`, value)
  form.set('openid.mode', 'check_authentication')
  try {
    const response = await fetch(config.openIdUrl, {
      method: 'POST',
      body: form,
      redirect: 'error',
      signal: AbortSignal.timeout(VERIFY_TIMEOUT_MS),
    })
    const { status } = response
    if (BUSY_OR_BLOCKING.has(status) || status >= FIRST_SERVER_ERROR) {
      return { kind: 'unavailable', detail: `platform answered ${status}` }
    }
    const lines = status === OK ? (await readBoundedText(response)).split('\n') : []
    if (lines.includes('is_valid:true')) return { kind: 'confirmed' }
    if (lines.includes('is_valid:false')) return { kind: 'denied' }
    return { kind: 'unexpected', detail: `platform answered ${status} without is_valid: check STEAM_OPENID_URL` }
  } catch (error) {
    const reason =
      error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.name) : 'unknown'
    return { kind: 'unavailable', detail: `platform did not answer: ${reason}` }
  }
}

/** The platform's ids are URLs on its own host. */
function readSteamId(config: PlatformConfig, claimedId: string | undefined): string | undefined {
  const base = `${new URL(config.openIdUrl).origin}/openid/id/`
  if (claimedId === undefined || !claimedId.startsWith(base)) return undefined
  return /^(7656119\d{10})$/.exec(claimedId.slice(base.length))?.[1]
}

function isFresh(nonce: string, nowMs: number): boolean {
  const madeAtMs = Date.parse(NONCE_TIME.exec(nonce)?.[1] ?? '')
  return madeAtMs >= nowMs - NONCE_AGE_MAX_MS && madeAtMs <= nowMs + NONCE_FUTURE_MAX_MS
}
