import type { FastifyRequest } from 'fastify'
import { addressKey } from './address-key.ts'

/** Rejects requests from pages of other origins. Programs send no `Origin` and have no cookies. */
export function isFromOwnPage(request: FastifyRequest, publicUrl: string): boolean {
  const { origin, host } = request.headers
  if (origin === undefined || origin === new URL(publicUrl).origin) return true
  if (!URL.canParse(origin)) return false
  const page = new URL(origin)
  // If players use https, a page of the same host over http may be forged.
  const isSafe = page.protocol === 'https:' || publicUrl.startsWith('http:')
  return isSafe && page.host === host
}

/** Identifies the browser of a request as well as possible without a cookie. */
export function bearerOf({ ip, headers }: FastifyRequest): string {
  return `${addressKey(ip)} ${headers['user-agent'] ?? ''}`
}

/**
 * Whether a sign-in starts in the game's built-in browser. An attacker can make a link that contains a ticket of their
 * own, but cannot choose the user agent of the browser that opens it. Programs send no `Origin` and affect only
 * themselves.
 * @param agent substring that identifies the game's browser; undefined when unknown, so that every browser asks first
 */
export function isFromGame({ headers }: FastifyRequest, agent: string | undefined): boolean {
  if (headers.origin === undefined) return true
  return agent !== undefined && headers['user-agent']?.includes(agent) === true
}
