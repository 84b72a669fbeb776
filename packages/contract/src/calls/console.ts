import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import { amount, cursorUuid, givenReason, idempotencyKey, text, unixSeconds, uuid } from '../bounds.ts'
import { ROLES } from '../constants.ts'
import { OPERATOR_ACTIONS } from '../operator-actions.ts'
import { steamId } from './admin.ts'
import { openSession } from './auth.ts'
import { consoleCall } from './console-call.ts'

const SEARCH_MAX = 64
/** Most players found by one search. */
export const USERS_FOUND_MAX = 20

/** The longest ban, in seconds: a hundred years. */
const BAN_SECONDS_MAX = 3_155_760_000

/** A reason is required for actions against a player. */
const bySteamId = z.strictObject({ steam_id: steamId })
const done = z.object({ ok: z.literal(true) })

export const searchedUser = z.object({
  user_uuid: uuid,
  steam_id: steamId,
  name: z.string(),
  role: z.enum(ROLES),
  /** Unix seconds; 0 if not banned. */
  banned_until: unixSeconds,
})
export type SearchedUser = z.infer<typeof searchedUser>

export const playerFile = z.object({
  sessions: z.array(openSession.omit({ is_current: true })),
  /** Newest first. */
  notes: z.array(z.object({ id: uuid, time: z.int(), author: z.string(), text: z.string() })),
  /** Why the player may not trade; empty if they may. */
  trading_frozen: z.string(),
  /** Unix seconds; 0 if not banned. */
  banned_until: unixSeconds,
  ban_reason: z.string(),
  open_lots: z.int(),
  /** Unfinished craft and factory jobs. */
  open_jobs: z.int(),
})
export type PlayerFile = z.infer<typeof playerFile>

/** One operation of a player, with every balance it changed; asset 0 is coins. */
export const ledgerOperation = z.object({
  id: uuid,
  /** Unix seconds. */
  time: z.int(),
  kind: z.string(),
  lines: z.array(z.object({ asset: z.int(), change: z.int(), after: amount })),
  /** The lot, job or trade that caused it. */
  cause_id: uuid.nullable(),
  /** Who caused it, if not the player. */
  actor_id: uuid.nullable(),
})
export type LedgerOperation = z.infer<typeof ledgerOperation>

export const consoleContract = {
  calls: {
    'POST /admin/find-users': {
      ...consoleCall,
      summary: 'Finds players by part of their name, Steam id or UUID',
      access: OPERATOR_ACTIONS['user.search'],
      action: 'user.search',
      body: z.strictObject({ q: text.trim().min(1).max(SEARCH_MAX) }),
      response: z.object({ response: z.array(searchedUser) }),
    },
    'POST /admin/player-file': {
      ...consoleCall,
      summary: "A player's sessions, notes, ban, and numbers of open lots and jobs",
      access: OPERATOR_ACTIONS['user.read'],
      action: 'user.read',
      body: bySteamId,
      response: z.object({ file: playerFile }),
    },
    'POST /admin/operations': {
      ...consoleCall,
      summary: "A player's operations, newest first",
      access: OPERATOR_ACTIONS['ledger.read'],
      action: 'ledger.read',
      body: z.strictObject({ steam_id: steamId, last_uuid: cursorUuid }),
      response: z.object({ response: z.array(ledgerOperation) }),
    },
    'POST /admin/add-note': {
      ...consoleCall,
      summary: 'Adds a note about a player for operators; notes cannot be deleted',
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
      summary: 'Signs a player out and bans them for some time or until a date; 0 lifts the ban',
      access: OPERATOR_ACTIONS['user.ban'],
      action: 'user.ban',
      body: z
        .strictObject({
          steam_id: steamId,
          /** Duration by the server's clock, since the operator's may be wrong. 0 lifts the ban. */
          seconds: z.int().min(0).max(BAN_SECONDS_MAX).optional(),
          /** End of the ban in Unix seconds, in the future. 0 lifts the ban. */
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
