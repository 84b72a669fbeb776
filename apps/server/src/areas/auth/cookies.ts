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

/**
 * Cookies no script can read and no other site can send along. By https their names begin with `__Host-`: browsers then take
 * them from this very host only, so that a neighbour under the same domain cannot plant its own. The price is the path `/`.
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

/** Sent along from a frame on another site, and kept apart for each site that frames us (decision 8). */
function frameCookieOptions(publicUrl: string, maxAge: number): CookieSerializeOptions {
  const path = isHttps(publicUrl) ? '/' : '/api'
  return { httpOnly: true, sameSite: 'none', secure: true, partitioned: true, path, maxAge }
}

/** The refresh token a request brings; that of a frame counts where no other comes along. */
export function readRefreshCookie(request: FastifyRequest, publicUrl: string): string | undefined {
  return readRefreshCookies(request, publicUrl)[0]
}

/** Every refresh token a request brings: signing out ends all of them. */
export function readRefreshCookies(request: FastifyRequest, publicUrl: string): string[] {
  return [REFRESH_COOKIE, FRAME_COOKIE]
    .map((name) => request.cookies[cookieName(publicUrl, name)])
    .filter((token) => token !== undefined)
}

export function setRefreshCookie(reply: FastifyReply, publicUrl: string, token: string): void {
  reply.setCookie(cookieName(publicUrl, REFRESH_COOKIE), token, cookieOptions(publicUrl, '/api', REFRESH_AGE_SEC))
}

export function setFrameCookie(reply: FastifyReply, publicUrl: string, token: string): void {
  reply.setCookie(cookieName(publicUrl, FRAME_COOKIE), token, frameCookieOptions(publicUrl, REFRESH_AGE_SEC))
}

/** Writes a rotated token back into the cookie it came in. */
export function renewRefreshCookie(request: FastifyRequest, reply: FastifyReply, publicUrl: string, token: string) {
  const isOfFrame = request.cookies[cookieName(publicUrl, REFRESH_COOKIE)] === undefined
  if (isOfFrame) setFrameCookie(reply, publicUrl, token)
  else setRefreshCookie(reply, publicUrl, token)
}

export function clearRefreshCookie(reply: FastifyReply, publicUrl: string): void {
  reply.clearCookie(cookieName(publicUrl, REFRESH_COOKIE), cookieOptions(publicUrl, '/api', 0))
  reply.clearCookie(cookieName(publicUrl, FRAME_COOKIE), frameCookieOptions(publicUrl, 0))
}

/** Binds a sign-in to the browser that began it. */
export function setStateCookie(reply: FastifyReply, publicUrl: string, state: string): void {
  setForSignIn(STATE_COOKIE, reply, publicUrl, state)
}

export function takeStateCookie(request: FastifyRequest, reply: FastifyReply, publicUrl: string): string | undefined {
  return takeOfSignIn(STATE_COOKIE, request, reply, publicUrl)
}

/** Carries the link for the first admin through the platform's sign-in. */
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

/** Tells the page after a refused sign-in why. Scripts read it: it says nothing that its reader should not know. */
export function setRefusalCookie(reply: FastifyReply, publicUrl: string, refusal: object): void {
  const options = { ...cookieOptions(publicUrl, '/auth/steam', REFUSAL_AGE_SEC), path: '/auth/steam', httpOnly: false }
  reply.setCookie(REFUSAL_COOKIE, JSON.stringify(refusal), options)
}

/** Carries whose link was followed through the platform's sign-in. */
export function setReferrerCookie(reply: FastifyReply, publicUrl: string, userId: string): void {
  setForSignIn(REFERRER_COOKIE, reply, publicUrl, userId)
}

/** @returns undefined for what is no player's id, whoever may have put it there. */
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
