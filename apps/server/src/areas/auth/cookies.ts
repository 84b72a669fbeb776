import { timingSafeEqual } from 'node:crypto'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

const REFRESH_COOKIE = 'clutch_refresh'
const FRAME_COOKIE = 'clutch_frame_refresh'
const STATE_COOKIE = 'clutch_sign_in'
const REFERRER_COOKIE = 'clutch_referrer'
const FIRST_ADMIN_COOKIE = 'clutch_first_admin'
const PLAYER_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const REFRESH_AGE_SEC = 60 * 24 * 60 * 60
const REFUSAL_COOKIE = 'clutch_refusal'
const REFUSAL_AGE_SEC = 60
const STATE_AGE_SEC = 10 * 60
/** Characters of an attempt's state used in its cookie name. */
const STATE_NAME_LENGTH = 8
/** Maximum unfinished sign-ins per browser. */
const ATTEMPTS_MAX = 8

/**
 * Options of cookies that scripts cannot read and other sites cannot send. Over HTTPS their names begin with `__Host-`,
 * so that a host under the same domain cannot plant them; this requires the path `/`.
 */
function cookieOptions(publicUrl: string, path: string, maxAge: number): CookieSerializeOptions {
  const secure = isHttps(publicUrl)
  return { httpOnly: true, sameSite: 'lax', secure, path: secure ? '/' : path, maxAge }
}

function isHttps(publicUrl: string): boolean {
  return publicUrl.startsWith('https:')
}

function cookieName(publicUrl: string, name: string): string {
  return isHttps(publicUrl) ? `__Host-${name}` : name
}

/** Sent from frames on other sites and partitioned by embedding site (decision 8). */
function frameCookieOptions(publicUrl: string, maxAge: number): CookieSerializeOptions {
  const path = isHttps(publicUrl) ? '/' : '/api'
  return { httpOnly: true, sameSite: 'none', secure: true, partitioned: true, path, maxAge }
}

/** A refresh token of a request and the cookie that carried it. */
export interface RefreshCookie {
  readonly token: string
  /** Writes the successor token to the same cookie. */
  readonly renew: (reply: FastifyReply, token: string) => void
  readonly clear: (reply: FastifyReply) => void
}

/** Refresh tokens of a request. In addition to a frame's token there may be one of an ended session. */
export function readRefreshCookies(request: FastifyRequest, publicUrl: string): RefreshCookie[] {
  const cookies = [
    { name: REFRESH_COOKIE, renew: setRefreshCookie, clear: clearMainCookie },
    { name: FRAME_COOKIE, renew: setFrameCookie, clear: clearFrameCookie },
  ]
  return cookies.flatMap(({ name, renew, clear }) => {
    const token = request.cookies[cookieName(publicUrl, name)]
    if (token === undefined) return []
    return [
      { token, renew: (reply, next) => renew(reply, publicUrl, next), clear: (reply) => clear(reply, publicUrl) },
    ] satisfies RefreshCookie[]
  })
}

export function setRefreshCookie(reply: FastifyReply, publicUrl: string, token: string): void {
  reply.setCookie(cookieName(publicUrl, REFRESH_COOKIE), token, cookieOptions(publicUrl, '/api', REFRESH_AGE_SEC))
}

export function setFrameCookie(reply: FastifyReply, publicUrl: string, token: string): void {
  reply.setCookie(cookieName(publicUrl, FRAME_COOKIE), token, frameCookieOptions(publicUrl, REFRESH_AGE_SEC))
}

/** Clears the browser's refresh tokens at sign-out, sent or not. */
export function clearRefreshCookies(reply: FastifyReply, publicUrl: string): void {
  clearMainCookie(reply, publicUrl)
  clearFrameCookie(reply, publicUrl)
}

function clearMainCookie(reply: FastifyReply, publicUrl: string): void {
  reply.clearCookie(cookieName(publicUrl, REFRESH_COOKIE), cookieOptions(publicUrl, '/api', 0))
}

function clearFrameCookie(reply: FastifyReply, publicUrl: string): void {
  reply.clearCookie(cookieName(publicUrl, FRAME_COOKIE), frameCookieOptions(publicUrl, 0))
}

/**
 * Binds a sign-in to the browser that began it. Each attempt has its own cookie, so that several tabs can sign in; the
 * cookie outlives the sign-in, so that it can be repeated when its response was lost.
 */
export function setStateCookie(request: FastifyRequest, reply: FastifyReply, publicUrl: string, state: string): void {
  const prefix = cookieName(publicUrl, STATE_COOKIE)
  const open = Object.keys(request.cookies).filter((name) => name.startsWith(prefix))
  // Browsers send the oldest first. Capped: a header full of abandoned attempts would be rejected.
  for (const name of open.slice(0, Math.max(0, open.length + 1 - ATTEMPTS_MAX))) {
    reply.clearCookie(name, cookieOptions(publicUrl, '/api/auth', 0))
  }
  setForSignIn(stateCookie(state), reply, publicUrl, state)
}

/** Whether this browser began the attempt with this state. */
export function hasStateCookie(request: FastifyRequest, publicUrl: string, state: string): boolean {
  const expected = Buffer.from(request.cookies[cookieName(publicUrl, stateCookie(state))] ?? '')
  const given = Buffer.from(state)
  return expected.length > 0 && expected.length === given.length && timingSafeEqual(expected, given)
}

function stateCookie(state: string): string {
  return `${STATE_COOKIE}_${state.replaceAll(/[^\w-]/g, '').slice(0, STATE_NAME_LENGTH)}`
}

/** Preserves the first admin's link across the platform's sign-in. */
export function setFirstAdminCookie(reply: FastifyReply, publicUrl: string, token: string): void {
  setForSignIn(FIRST_ADMIN_COOKIE, reply, publicUrl, token)
}

export function takeFirstAdminCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
): string | undefined {
  return takeOfSignIn(FIRST_ADMIN_COOKIE, request, reply, publicUrl)
}

/** Passes the reason of a rejected sign-in to the page. Readable by scripts, so it must not contain secrets. */
export function setRefusalCookie(reply: FastifyReply, publicUrl: string, refusal: object): void {
  const options = { ...cookieOptions(publicUrl, '/auth/steam', REFUSAL_AGE_SEC), path: '/auth/steam', httpOnly: false }
  reply.setCookie(REFUSAL_COOKIE, JSON.stringify(refusal), options)
}

/** Preserves the referrer across the platform's sign-in. */
export function setReferrerCookie(reply: FastifyReply, publicUrl: string, userId: string): void {
  setForSignIn(REFERRER_COOKIE, reply, publicUrl, userId)
}

/** @returns undefined when the value is not a player id; browsers can send any value */
export function takeReferrerCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
): string | undefined {
  const value = takeOfSignIn(REFERRER_COOKIE, request, reply, publicUrl)
  return value !== undefined && PLAYER_ID.test(value) ? value : undefined
}

function setForSignIn(name: string, reply: FastifyReply, publicUrl: string, value: string): void {
  reply.setCookie(cookieName(publicUrl, name), value, cookieOptions(publicUrl, '/api/auth', STATE_AGE_SEC))
}

function takeOfSignIn(
  cookie: string,
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
): string | undefined {
  const name = cookieName(publicUrl, cookie)
  const value = request.cookies[name]
  if (value !== undefined) reply.clearCookie(name, cookieOptions(publicUrl, '/api/auth', 0))
  return value
}
