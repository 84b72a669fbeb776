import type { ServerKey } from '../../auth/server-keys.ts'
import type { ServerCallInput } from '../../http/server-calls.ts'
import type { AuditSubject, Operator } from '../../store/audit-log.ts'

type AnyInput = Pick<ServerCallInput<'GET /players'>, 'key' | 'request'>

/** The key of a call, and who that is in the audit log. */
export function callerOf({ key, request }: AnyInput): { key: ServerKey; operator: Operator } {
  const { keyId, name } = key
  return {
    key,
    operator: {
      userId: keyId,
      name,
      role: 'server_key',
      sessionId: null,
      address: request.ip,
      requestId: request.id,
    },
  }
}

/** What a call does, for the audit log. */
export function subjectOf(input: AnyInput, action: AuditSubject['action'], target: string, reason = ''): AuditSubject {
  return { operator: callerOf(input).operator, action, target, reason, idempotencyKey: undefined }
}
