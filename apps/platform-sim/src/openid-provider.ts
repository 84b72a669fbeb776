import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const OPENID_NS = 'http://specs.openid.net/auth/2.0'
const IDENTIFIER_SELECT = 'http://specs.openid.net/auth/2.0/identifier_select'
/** A constant, as on the platform, which does not use associations. */
const ASSOC_HANDLE = '1234567890'
const SIGNED_FIELDS = ['signed', 'op_endpoint', 'claimed_id', 'identity', 'return_to', 'response_nonce', 'assoc_handle']
const SECRET_BYTES = 32
const NONCE_SUFFIX_BYTES = 12
const NONCE_LIFETIME_MS = 5 * 60_000
const OPEN_NONCES_MAX = 10_000

export type Fields = Readonly<Record<string, unknown>>

/** A validated sign-in request of a site. */
export interface SignInRequest {
  readonly returnTo: string
  readonly realm: string
}

/** The OpenID 2.0 provider: signs assertions and confirms each once. */
export class OpenIdProvider {
  readonly #endpoint: string
  readonly #idBase: string
  readonly #secret = randomBytes(SECRET_BYTES)
  /** Nonces issued but not confirmed, with their creation time. */
  readonly #openNonces = new Map<string, number>()

  constructor(publicUrl: string) {
    this.#endpoint = `${publicUrl}/openid/login`
    this.#idBase = `${publicUrl}/openid/id/`
  }

  /** Reads a `checkid_setup` request; undefined if invalid, or if return_to is outside the realm. */
  readRequest(fields: Fields): SignInRequest | undefined {
    const returnTo = parseUrl(fields['openid.return_to'])
    const realm = parseUrl(fields['openid.realm'])
    const selects = fields['openid.identity'] === IDENTIFIER_SELECT && fields['openid.claimed_id'] === IDENTIFIER_SELECT
    if (fields['openid.ns'] !== OPENID_NS || fields['openid.mode'] !== 'checkid_setup' || !selects) return undefined
    if (returnTo === undefined || realm === undefined) return undefined
    const inside = returnTo.origin === realm.origin && returnTo.pathname.startsWith(realm.pathname)
    return inside ? { returnTo: returnTo.href, realm: realm.href } : undefined
  }

  /** The URL that returns the browser to the site as the chosen player. */
  assert(request: SignInRequest, steamId: string, nowMs: number): string {
    const id = `${this.#idBase}${steamId}`
    const assertion: Record<string, string> = {
      signed: SIGNED_FIELDS.join(','),
      op_endpoint: this.#endpoint,
      claimed_id: id,
      identity: id,
      return_to: request.returnTo,
      response_nonce: this.#openNonce(nowMs),
      assoc_handle: ASSOC_HANDLE,
    }
    const back = new URL(request.returnTo)
    back.searchParams.set('openid.ns', OPENID_NS)
    back.searchParams.set('openid.mode', 'id_res')
    for (const [name, value] of Object.entries(assertion)) back.searchParams.set(`openid.${name}`, value)
    back.searchParams.set('openid.sig', this.#sign(assertion))
    return back.href
  }

  /** The URL that returns the browser after a cancelled sign-in. */
  cancel(request: SignInRequest): string {
    const back = new URL(request.returnTo)
    back.searchParams.set('openid.ns', OPENID_NS)
    back.searchParams.set('openid.mode', 'cancel')
    return back.href
  }

  /** Answers `check_authentication`: true once for each unchanged, recent assertion. */
  confirm(fields: Fields, nowMs: number): boolean {
    const assertion: Record<string, string> = {}
    for (const name of SIGNED_FIELDS) {
      const value = fields[`openid.${name}`]
      if (typeof value !== 'string') return false
      assertion[name] = value
    }
    const signature = fields['openid.sig']
    if (assertion['signed'] !== SIGNED_FIELDS.join(',') || typeof signature !== 'string') return false
    // Compared as text, because base64 decoding ignores appended characters.
    const expected = Buffer.from(this.#sign(assertion))
    const given = Buffer.from(signature)
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false
    const nonce = assertion['response_nonce'] ?? ''
    const madeAtMs = this.#openNonces.get(nonce)
    this.#openNonces.delete(nonce)
    return madeAtMs !== undefined && nowMs - madeAtMs <= NONCE_LIFETIME_MS
  }

  /** HMAC over the key-value form of the signed fields (OpenID 2.0 §6.1). */
  #sign(assertion: Readonly<Record<string, string>>): string {
    const text = SIGNED_FIELDS.map((name) => `${name}:${assertion[name] ?? ''}\n`).join('')
    return createHmac('sha256', this.#secret).update(text).digest('base64')
  }

  #openNonce(nowMs: number): string {
    const time = new Date(nowMs).toISOString().replace(/\.\d+Z$/, 'Z')
    const nonce = `${time}${randomBytes(NONCE_SUFFIX_BYTES).toString('base64url')}`
    this.#openNonces.set(nonce, nowMs)
    const [oldest] = this.#openNonces.keys()
    if (this.#openNonces.size > OPEN_NONCES_MAX && oldest !== undefined) this.#openNonces.delete(oldest)
    return nonce
  }
}

/** The response body in key-value form (OpenID 2.0 §11.4.2.2). */
export function confirmationText(valid: boolean): string {
  return `ns:${OPENID_NS}\nis_valid:${valid}\n`
}

function parseUrl(value: unknown): URL | undefined {
  return typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value) ? new URL(value) : undefined
}
