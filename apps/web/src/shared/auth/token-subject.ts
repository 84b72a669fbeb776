/**
 * The player an access token belongs to; undefined if it cannot be read. Only good for comparing players: the server
 * alone knows whether a token is valid.
 */
export function tokenSubject(token: string): string | undefined {
  const [, payload = ''] = token.split('.')
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    const hasSubject = typeof claims === 'object' && claims !== null && 'sub' in claims
    return hasSubject && typeof claims.sub === 'string' ? claims.sub : undefined
  } catch {
    return undefined
  }
}
