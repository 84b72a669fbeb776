/**
 * Whom an access token speaks for; undefined when it cannot be read. Only good for telling one player's token from
 * another's: the server alone knows whether a token is true.
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
