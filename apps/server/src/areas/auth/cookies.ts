import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

const REFRESH_COOKIE = 'clutch_refresh'
const FRAME_COOKIE = 'clutch_frame_refresh'
const STATE_COOKIE = 'clutch_sign_in'
const REFRESH_AGE_SEC = 60 * 24 * 60 * 60
const STATE_AGE_SEC = 10 * 60

/** Cookies no script can read and no other site can send along. */
function cookieOptions(publicUrl: string, path: string, maxAge: number): CookieSerializeOptions {
  return { httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https:'), path, maxAge }
}

/** Sent along from a frame on another site, and kept apart for each site that frames us (decision 8). */
function frameCookieOptions(maxAge: number): CookieSerializeOptions {
  return { httpOnly: true, sameSite: 'none', secure: true, partitioned: true, path: '/api', maxAge }
}

/** The refresh token a request brings; that of a frame counts where no other comes along. */
export function readRefreshCookie(request: FastifyRequest): string | undefined {
  return request.cookies[REFRESH_COOKIE] ?? request.cookies[FRAME_COOKIE]
}

/** Every refresh token a request brings: signing out ends all of them. */
export function readRefreshCookies(request: FastifyRequest): string[] {
  return [request.cookies[REFRESH_COOKIE], request.cookies[FRAME_COOKIE]].filter((token) => token !== undefined)
}

export function setRefreshCookie(reply: FastifyReply, publicUrl: string, token: string): void {
  reply.setCookie(REFRESH_COOKIE, token, cookieOptions(publicUrl, '/api', REFRESH_AGE_SEC))
}

export function setFrameCookie(reply: FastifyReply, token: string): void {
  reply.setCookie(FRAME_COOKIE, token, frameCookieOptions(REFRESH_AGE_SEC))
}

/** Writes a rotated token back into the cookie it came in. */
export function renewRefreshCookie(request: FastifyRequest, reply: FastifyReply, publicUrl: string, token: string) {
  if (request.cookies[REFRESH_COOKIE] === undefined) setFrameCookie(reply, token)
  else setRefreshCookie(reply, publicUrl, token)
}

export function clearRefreshCookie(reply: FastifyReply, publicUrl: string): void {
  reply.clearCookie(REFRESH_COOKIE, cookieOptions(publicUrl, '/api', 0))
  reply.clearCookie(FRAME_COOKIE, frameCookieOptions(0))
}

/** Binds a sign-in to the browser that began it. */
export function setStateCookie(reply: FastifyReply, publicUrl: string, state: string): void {
  reply.setCookie(STATE_COOKIE, state, cookieOptions(publicUrl, '/api/auth', STATE_AGE_SEC))
}

export function takeStateCookie(request: FastifyRequest, reply: FastifyReply, publicUrl: string): string | undefined {
  const state = request.cookies[STATE_COOKIE]
  reply.clearCookie(STATE_COOKIE, cookieOptions(publicUrl, '/api/auth', 0))
  return state
}
