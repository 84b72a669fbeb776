import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

export type SecurityEvent =
  | 'sign_in'
  | 'sign_in_failed'
  | 'sign_out'
  | 'sign_out_everywhere'
  | 'session_ended'
  | 'refresh_token_reused'
  | 'deletion_requested'
  | 'deletion_cancelled'
  | 'key_created'
  | 'key_revoked'

/** Must not contain tokens, tickets or cookies. */
interface Details {
  readonly userId?: string
  readonly sessionId?: string
  readonly reason?: string
}

/** Logs sign-ins, rejected sign-ins and ended sessions at every LOG_LEVEL except `silent`. */
export class SecurityLog {
  readonly #log: Logger

  constructor(log: Logger) {
    this.#log = log.level === 'silent' ? log : log.child({}, { level: 'info' })
  }

  note(event: SecurityEvent, request: FastifyRequest, details: Details = {}): void {
    this.#log.info({ security: event, address: request.ip, request_id: request.id, ...details }, `security: ${event}`)
  }
}
