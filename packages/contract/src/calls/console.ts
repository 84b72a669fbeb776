import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import { amount, cursorUuid, givenReason, idempotencyKey, text, unixSeconds, uuid } from '../bounds.ts'
import { ROLES } from '../constants.ts'
import { OPERATOR_ACTIONS } from '../operator-actions.ts'
import { steamId } from './admin.ts'
import { openSession } from './auth.ts'
import { consoleCall } from './console-call.ts'

const SEARCH_MAX = 64
/** Players that one search finds at most. */
export const USERS_FOUND_MAX = 20

/** The longest ban by its length, in seconds: a hundred years. */
const BAN_SECONDS_MAX = 3_155_760_000

/** What takes something away wants to be explained. */
const bySteamId = z.strictObject({ steam_id: steamId })
const done = z.object({ ok: z.literal(true) })

export const searchedUser = z.object({
  user_uuid: uuid,
  steam_id: steamId,
  name: z.string(),
  role: z.enum(ROLES),
  /** Unix seconds; 0 for nobody who is banned. */
  banned_until: unixSeconds,
})
export type SearchedUser = z.infer<typeof searchedUser>

export const playerFile = z.object({
  sessions: z.array(openSession.omit({ is_current: true })),
  /** Newest first. */
  notes: z.array(z.object({ id: uuid, time: z.int(), author: z.string(), text: z.string() })),
  /** Why the player may not trade; empty for those who may. */
  trading_frozen: z.string(),
  /** Unix seconds; 0 when not banned. */
  banned_until: unixSeconds,
  ban_reason: z.string(),
  open_lots: z.int(),
  /** Craft and factory jobs that are not finished. */
  open_jobs: z.int(),
})
export type PlayerFile = z.infer<typeof playerFile>

/** One operation of a player's ledger, with every balance that it changed; asset 0 is the coin. */
export const ledgerOperation = z.object({
  id: uuid,
  /** Unix seconds. */
  time: z.int(),
  kind: z.string(),
  lines: z.array(z.object({ asset: z.int(), change: z.int(), after: amount })),
  /** The lot, job or trade behind it. */
  cause_id: uuid.nullable(),
  /** Who did it in the player's place. */
  actor_id: uuid.nullable(),
})
export type LedgerOperation = z.infer<typeof ledgerOperation>

export const consoleContract = {
  calls: {
    'POST /admin/find-users': {
      ...consoleCall,
      summary: 'Players by a part of their name, by Steam id or by uuid',
      access: OPERATOR_ACTIONS['user.search'],
      action: 'user.search',
      body: z.strictObject({ q: text.trim().min(1).max(SEARCH_MAX) }),
      response: z.object({ response: z.array(searchedUser) }),
    },
    'POST /admin/player-file': {
      ...consoleCall,
      summary: "A player's sessions, notes, ban, and how many lots and jobs are open",
      access: OPERATOR_ACTIONS['user.read'],
      action: 'user.read',
      body: bySteamId,
      response: z.object({ file: playerFile }),
    },
    'POST /admin/operations': {
      ...consoleCall,
      summary: "A player's ledger, newest first",
      access: OPERATOR_ACTIONS['ledger.read'],
      action: 'ledger.read',
      body: z.strictObject({ steam_id: steamId, last_uuid: cursorUuid }),
      response: z.object({ response: z.array(ledgerOperation) }),
    },
    'POST /admin/add-note': {
      ...consoleCall,
      summary: 'Writes a note about a player that operators see; notes stay',
      access: OPERATOR_ACTIONS['user.note'],
      action: 'user.note',
      body: z.strictObject({ steam_id: steamId, text: givenReason, idempotency_key: idempotencyKey.optional() }),
      response: done,
    },
    'POST /admin/end-sessions': {
      ...consoleCall,
      summary: 'Signs a player out everywhere',
      access: OPERATOR_ACTIONS['session.end'],
      action: 'session.end',
      body: z.strictObject({ steam_id: steamId, reason: givenReason, idempotency_key: idempotencyKey.optional() }),
      response: done,
    },
    'POST /admin/ban': {
      ...consoleCall,
      summary: 'Signs a player out and keeps them out for some time, or until a moment; 0 lifts the ban',
      access: OPERATOR_ACTIONS['user.ban'],
      action: 'user.ban',
      body: z
        .strictObject({
          steam_id: steamId,
          /** For how long, by the server's clock: that of the operator's device may be wrong. 0 lifts the ban. */
          seconds: z.int().min(0).max(BAN_SECONDS_MAX).optional(),
          /** Until when, as a Unix time in seconds that lies ahead. 0 lifts the ban. */
          until: unixSeconds.optional(),
          reason: givenReason,
          idempotency_key: idempotencyKey.optional(),
        })
        .refine(({ seconds, until }) => (seconds === undefined) !== (until === undefined), {
          error: 'Give either seconds or until',
        }),
      response: done,
    },
  },
} as const satisfies ContractArea
