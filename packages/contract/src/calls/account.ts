import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import { emptyBody, givenReason, idempotencyKey, uuid } from '../bounds.ts'
import { RATE_LIMITS } from '../call.ts'
import { DELETION_CONFIRMATION } from '../constants.ts'
import { OPERATOR_ACTIONS } from '../operator-actions.ts'
import { steamId } from './admin.ts'
import { consoleCall } from './console-call.ts'

const deletion = z.object({
  requested_at: z.int().describe('Unix seconds'),
  deletes_at: z.int().describe('Unix seconds; until then the account can be kept'),
  by_support: z.boolean().describe('Requested by an operator'),
})
export type AccountDeletion = z.output<typeof deletion>

const dataExport = z.object({
  id: uuid,
  requested_at: z.int().describe('Unix seconds'),
  by_support: z.boolean().describe('Requested by an operator'),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  progress: z.int().min(0).max(100).describe('Percent'),
  bytes: z.int().min(0).describe('Size of the file; 0 until it is complete'),
  expires_at: z
    .int()
    .nullable()
    .describe('Unix seconds until which the file can be downloaded; null until it is complete'),
})
export type DataExport = z.output<typeof dataExport>

const common = {
  area: 'account',
  access: 'player',
  command: false,
  query: z.object({}),
} as const
const dataRequests = z.object({
  deletion: deletion.nullable().describe('Null unless the account will be deleted'),
  export: dataExport.nullable().describe('The latest export; null without one'),
})
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
      response: dataRequests,
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
    'POST /account/export': {
      ...common,
      summary: 'Collects all of the caller’s data in a ZIP of JSON and CSV, replacing an earlier one',
      bodyType: 'json',
      body: emptyBody,
      response: z.object({ export: dataExport }),
      rateLimit: RATE_LIMITS.dataExport,
    },
    'GET /account/export/file': {
      ...common,
      summary: 'The caller’s finished export',
      bodyType: 'none',
      body: emptyBody,
      response: z.string(),
      responseType: 'application/zip',
      rateLimit: RATE_LIMITS.heavyRead,
    },
    'POST /admin/player-data': {
      ...consoleCall,
      area: 'account',
      summary: 'The state of a player’s data requests',
      access: OPERATOR_ACTIONS['data_request.read'],
      action: 'data_request.read',
      body: z.strictObject({ steam_id: steamId }),
      response: dataRequests,
    },
    'POST /admin/delete-player': {
      ...consoleCall,
      area: 'account',
      summary:
        'Starts the deletion of a player who asked support for it; they have the usual 14 days to keep the account',
      access: OPERATOR_ACTIONS['account.delete'],
      action: 'account.delete',
      body: aboutPlayer,
      response: z.object({ deletion }),
    },
    'POST /admin/export-player': {
      ...consoleCall,
      area: 'account',
      summary: 'Starts an export of a player’s data, which only the player can download',
      access: OPERATOR_ACTIONS['account.export'],
      action: 'account.export',
      body: aboutPlayer,
      response: z.object({ export: dataExport }),
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
    no_export: { status: 404, message: 'There is no finished export' },
    no_deletion: { status: 404, message: 'This account is not about to be deleted' },
  },
} as const satisfies ContractArea
