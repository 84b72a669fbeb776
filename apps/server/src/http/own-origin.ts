import type { FastifyRequest } from 'fastify'

/** Browsers say which page a request comes from; it must be one of ours. Programs say nothing and carry no cookies. */
export function isFromOwnPage(request: FastifyRequest, publicUrl: string): boolean {
  const { origin, host } = request.headers
  if (origin === undefined || origin === new URL(publicUrl).origin) return true
  return URL.canParse(origin) && new URL(origin).host === host
}
