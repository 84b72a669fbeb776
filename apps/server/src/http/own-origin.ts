import type { FastifyRequest } from 'fastify'
import { addressKey } from './address-key.ts'

/** Browsers say which page a request comes from; it must be one of ours. Programs say nothing and carry no cookies. */
export function isFromOwnPage(request: FastifyRequest, publicUrl: string): boolean {
  const { origin, host } = request.headers
  if (origin === undefined || origin === new URL(publicUrl).origin) return true
  if (!URL.canParse(origin)) return false
  const page = new URL(origin)
  // Where players come by https, a page of the same name that came in plain text may be anybody's.
  const isSafe = page.protocol === 'https:' || publicUrl.startsWith('http:')
  return isSafe && page.host === host
}

/** The browser that a request comes from, as well as it can be known without a cookie. */
export function bearerOf({ ip, headers }: FastifyRequest): string {
  return `${addressKey(ip)} ${headers['user-agent'] ?? ''}`
}

/**
 * Whether a sign-in begins in the game. Anybody can make a link with a ticket of their own, and nobody can choose what
 * the browser that opens it calls itself. Programs, which say no origin, sign nobody in but themselves.
 * @param agent what only the user agent of the game's own browser has in it; undefined when none is known, so that every
 *   browser asks
 */
export function isFromGame({ headers }: FastifyRequest, agent: string | undefined): boolean {
  if (headers.origin === undefined) return true
  return agent !== undefined && headers['user-agent']?.includes(agent) === true
}
