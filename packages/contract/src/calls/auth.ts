import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import { amount, emptyBody, text, uuid } from '../bounds.ts'
import { RATE_LIMITS } from '../call.ts'
import { LANGUAGES, ROLES } from '../constants.ts'

const STEAM_ID = /^7656119\d{10}$/
const TICKET_MAX = 4_096
const USER_NAME_MAX = 64

export const accessToken = z.object({ access_token: z.string() })

export const profile = z.object({
  id: z.guid(),
  steam_id: z.string().regex(STEAM_ID),
  name: z.string(),
  lang: z.enum(LANGUAGES),
  coins: amount,
  roles: z.array(z.enum(ROLES)),
  /** Unix seconds until which craft and factory jobs are shortened; 0 when not energised (rules §8). */
  energised_until: z.int().min(0),
  has_starter_pack: z.boolean(),
  /** Path of the operators' console, for moderators and admins; otherwise null. */
  admin_path: z.string().nullable(),
  deletes_at: z.int().nullable().describe('Unix seconds at which the account will be deleted; otherwise null'),
})
export type Profile = z.infer<typeof profile>

/** A sign-in on one device; times in Unix seconds. */
export const openSession = z.object({
  id: z.guid(),
  opened_at: z.int(),
  refreshed_at: z.int(),
  /** Browser and system, such as `Firefox, Windows`; empty if unknown. */
  device: z.string(),
  /** Whether this is the caller's session. */
  is_current: z.boolean(),
})
export type OpenSession = z.infer<typeof openSession>

/** The player whose referral link was used (rules §13). An invalid link must not prevent signing in. */
const invite = uuid.optional().catch(undefined)

const none = { query: z.object({}), bodyType: 'none', body: emptyBody } as const

export const authContract = {
  calls: {
    'GET /auth/steam': {
      ...none,
      summary: 'Redirects the browser to the platform to sign in',
      area: 'auth',
      access: 'public',
      command: false,
      query: z.object({ invite }),
      response: z.void(),
      rateLimit: RATE_LIMITS.signIn,
    },
    'GET /auth/first-admin': {
      ...none,
      summary:
        'Opens the one-time link printed by a server without an admin, and makes the player who signs in an admin',
      area: 'auth',
      access: 'public',
      command: false,
      query: z.object({ token: text.max(64) }),
      response: z.void(),
      rateLimit: RATE_LIMITS.signIn,
    },
    'GET /auth/steam/callback': {
      ...none,
      summary: 'Return address of the platform sign-in; verifies it and redirects to /auth/steam/success',
      area: 'auth',
      access: 'public',
      command: false,
      query: z.record(text.max(64), z.union([text.max(2_048), z.array(text.max(2_048))])),
      response: z.void(),
      rateLimit: RATE_LIMITS.signIn,
    },
    'POST /auth/client_steam_auth_callback': {
      ...none,
      summary: 'Signs the game client in with a platform ticket',
      area: 'auth',
      access: 'public',
      command: false,
      bodyType: 'form',
      body: z.object({
        ticket: text.min(1).max(TICKET_MAX),
        username: text.max(USER_NAME_MAX).default(''),
        /** The player has confirmed a sign-in link opened outside the game. */
        confirmed: z.literal('true').optional(),
        invite,
      }),
      response: accessToken,
      rateLimit: RATE_LIMITS.signIn,
    },
    'POST /jwt_refresh': {
      ...none,
      summary: 'Exchanges the refresh cookie for a new access token and rotates the cookie',
      area: 'auth',
      access: 'public',
      command: false,
      bodyType: 'json',
      response: accessToken,
      rateLimit: RATE_LIMITS.command,
    },
    'POST /auth/logout': {
      ...none,
      summary: 'Ends the session on the server',
      area: 'auth',
      access: 'public',
      command: false,
      bodyType: 'json',
      response: z.object({ ok: z.literal(true) }),
      rateLimit: RATE_LIMITS.command,
    },
    'POST /auth/logout-everywhere': {
      ...none,
      summary:
        'Ends all of the caller’s sessions including this one: refresh tokens, access tokens and live connections',
      area: 'auth',
      access: 'player',
      command: false,
      bodyType: 'json',
      response: z.object({ ok: z.literal(true) }),
      rateLimit: RATE_LIMITS.command,
    },
    'GET /auth/sessions': {
      ...none,
      summary: "The caller's open sessions, most recently used first",
      area: 'auth',
      access: 'player',
      command: false,
      response: z.object({ response: z.array(openSession) }),
      rateLimit: RATE_LIMITS.read,
    },
    'POST /auth/sessions/end': {
      ...none,
      summary: "Ends one of the caller's sessions: its refresh token, access tokens and live connections",
      area: 'auth',
      access: 'player',
      command: false,
      bodyType: 'json',
      body: z.strictObject({ id: z.guid() }),
      response: z.object({ ok: z.literal(true) }),
      rateLimit: RATE_LIMITS.command,
    },
    'GET /get_profile': {
      ...none,
      summary: 'The signed-in player',
      area: 'profile',
      access: 'player',
      command: false,
      response: z.object({ user: profile }),
      rateLimit: RATE_LIMITS.read,
    },
    'GET /get-server': {
      ...none,
      summary: 'The address of the live connection, and a single-use token valid for 30 s',
      area: 'live',
      access: 'player',
      command: false,
      response: z.object({ server_url: z.string(), token: z.string() }),
      rateLimit: RATE_LIMITS.read,
    },
  },
  errors: {
    invalid_ticket: { status: 401, message: 'The platform refused the ticket' },
    sign_in_failed: { status: 401, message: 'The platform did not confirm the sign-in' },
    sign_in_expired: {
      status: 401,
      message: 'The sign-in took longer than 5 minutes, or the clock of the server or the platform is wrong',
    },
    platform_unexpected: {
      status: 502,
      message: 'The sign-in address is not the platform’s: the operator must correct it',
    },
    invalid_refresh_token: { status: 401, message: 'The session has ended' },
    banned: { status: 403, message: 'Banned until {until}: {reason}' },
    sign_in_unconfirmed: { status: 409, message: 'Opened outside the game: the sign-in has to be confirmed' },
    session_not_found: { status: 404, message: 'This session has ended' },
  },
} as const satisfies ContractArea
