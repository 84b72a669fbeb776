import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import { cursorUuid, text, uuid } from '../bounds.ts'
import { RATE_LIMITS } from '../call.ts'
import { ROLES } from '../constants.ts'
import { OPERATOR_ACTIONS } from '../operator-actions.ts'

const SEARCH_MAX = 128

/** One row of the audit log (rules §13). */
export const auditRow = z.object({
  id: uuid,
  /** Unix seconds. */
  time: z.int(),
  actor_id: uuid,
  /** Name and role at the time. */
  actor_name: z.string(),
  actor_role: z.enum([...ROLES, 'server_key']),
  session_id: uuid.nullable(),
  address: z.string(),
  action: z.string(),
  target: z.string(),
  operation_ids: z.array(uuid),
  reason: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  request_id: z.string(),
  idempotency_key: z.string().nullable(),
  /** `done`, `repeated`, or the code of the error. */
  outcome: z.string(),
})
export type AuditRow = z.infer<typeof auditRow>

/** An empty text means any. */
const filterText = text.max(SEARCH_MAX).default('')
const filter = {
  /** Part of the actor's name, or their full id. */
  actor: filterText,
  action: filterText,
  /** The exact target, such as a Steam id. */
  target: filterText,
  /** `done`, `repeated` or an error's code. */
  outcome: filterText,
  /** Unix seconds; 0 for no bound. */
  from: z.coerce.number().int().min(0).default(0),
  until: z.coerce.number().int().min(0).default(0),
}

const common = {
  area: 'audit',
  access: OPERATOR_ACTIONS['audit.read'],
  action: 'audit.read',
  command: false,
} as const

export const auditContract = {
  calls: {
    'POST /admin/audit': {
      ...common,
      summary: 'The audit log of operators, newest first',
      query: z.object({}),
      bodyType: 'json',
      body: z.strictObject({ ...filter, last_uuid: cursorUuid }),
      response: z.object({ response: z.array(auditRow) }),
      rateLimit: RATE_LIMITS.read,
    },
    'POST /admin/audit/export': {
      ...common,
      summary: 'The whole audit log as JSON lines, oldest first',
      query: z.object({}),
      bodyType: 'json',
      body: z.strictObject(filter),
      response: z.string(),
      responseType: 'application/x-ndjson',
      rateLimit: RATE_LIMITS.heavyRead,
    },
  },
} as const satisfies ContractArea
