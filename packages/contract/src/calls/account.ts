import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import { emptyBody, givenReason, idempotencyKey } from '../bounds.ts'
import { RATE_LIMITS } from '../call.ts'
import { OPERATOR_ACTIONS } from '../operator-actions.ts'
import { steamId } from './admin.ts'
import { consoleCall } from './console-call.ts'

/** Days between the request to delete an account and the deletion. */
export const DELETION_DELAY_DAYS = 14
/** What a player types to confirm the request, in every language. */
export const DELETION_CONFIRMATION = 'DELETE'

const deletion = z.object({
  requested_at: z.int().describe('Unix seconds'),
  deletes_at: z.int().describe('Unix seconds; until then the account can be kept'),
  by_support: z.boolean().describe('Requested by an operator'),
})
export type AccountDeletion = z.output<typeof deletion>

const common = {
  area: 'account',
  access: 'player',
  command: false,
  query: z.object({}),
} as const
const done = z.object({ ok: z.literal(true) })
const aboutPlayer = z.strictObject({ steam_id: steamId, reason: givenReason, idempotency_key: idempotencyKey })

/** What players decide about their data, and what support does for them (integration §6). */
export const accountContract = {
  calls: {
    'GET /account': {
      ...common,
      summary: 'The state of the caller’s data requests',
      bodyType: 'none',
      body: emptyBody,
      response: z.object({ deletion: deletion.nullable().describe('Null unless the account will be deleted') }),
      rateLimit: RATE_LIMITS.read,
    },
    'POST /account/delete': {
      ...common,
      summary: 'Deletes the account in 14 days and ends all sessions; signing in and keeping it cancels that',
      bodyType: 'json',
      body: z.strictObject({ confirmation: z.literal(DELETION_CONFIRMATION) }),
      response: z.object({ deletion }),
      rateLimit: RATE_LIMITS.signIn,
    },
    'POST /account/keep': {
      ...common,
      summary: 'Cancels the deletion of the account',
      bodyType: 'json',
      body: emptyBody,
      response: done,
      rateLimit: RATE_LIMITS.command,
    },
    'POST /admin/player-data': {
      ...consoleCall,
      area: 'account',
      summary: 'The state of a player’s data requests',
      access: OPERATOR_ACTIONS['data_request.read'],
      action: 'data_request.read',
      body: z.strictObject({ steam_id: steamId }),
      response: z.object({ deletion: deletion.nullable() }),
    },
    'POST /admin/delete-player': {
      ...consoleCall,
      area: 'account',
      summary: 'Starts the deletion of a player who asked support for it; they have the usual 14 days to keep the account',
      access: OPERATOR_ACTIONS['account.delete'],
      action: 'account.delete',
      body: aboutPlayer,
      response: z.object({ deletion }),
    },
    'POST /admin/keep-player': {
      ...consoleCall,
      area: 'account',
      summary: 'Cancels the deletion of a player',
      access: OPERATOR_ACTIONS['account.keep'],
      action: 'account.keep',
      body: aboutPlayer,
      response: done,
    },
  },
  errors: {
    deletion_in_progress: { status: 409, message: 'This account is being deleted' },
    no_deletion: { status: 404, message: 'This account is not about to be deleted' },
  },
} as const satisfies ContractArea
