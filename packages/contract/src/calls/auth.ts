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
  /** Where the operator's console is, for moderators and admins; null for everybody else. */
  admin_path: z.string().nullable(),
})
export type Profile = z.infer<typeof profile>

/** A sign-in on one device; times in Unix seconds. */
export const openSession = z.object({
  id: z.guid(),
  opened_at: z.int(),
  refreshed_at: z.int(),
  /** The browser and system it came from, such as `Firefox, Windows`; empty when that is not known. */
  device: z.string(),
  /** The one that asks. */
  is_current: z.boolean(),
})
export type OpenSession = z.infer<typeof openSession>

/** Whose referral link was followed (rules §13). A broken link must keep nobody from signing in. */
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
      summary: 'Signs in whoever opens the link that a server without an admin prints, and makes them one; good once',
      area: 'auth',
      access: 'public',
      command: false,
      query: z.object({ token: text.max(64) }),
      response: z.void(),
      rateLimit: RATE_LIMITS.signIn,
    },
    'GET /auth/steam/callback': {
      ...none,
      summary: 'Where the platform sends the browser back; verifies and redirects to /auth/steam/success',
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
        /** Somebody was asked, and wants to be signed in by a link that was opened outside the game. */
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
      summary: 'Ends every session of the caller, this one too: refresh tokens, access tokens and live connections',
      area: 'auth',
      access: 'player',
      command: false,
      bodyType: 'json',
      response: z.object({ ok: z.literal(true) }),
      rateLimit: RATE_LIMITS.command,
    },
    'GET /auth/sessions': {
      ...none,
      summary: "The caller's open sessions, the one that was used last first",
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
      summary: 'Where to open the live connection, and a single-use token that lives 30 s',
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
      message: 'The address of the sign-in is not the platform’s: the operator must correct it',
    },
    invalid_refresh_token: { status: 401, message: 'The session has ended' },
    banned: { status: 403, message: 'Kept out until {until}: {reason}' },
    sign_in_unconfirmed: { status: 409, message: 'Opened outside the game: the sign-in has to be confirmed' },
    session_not_found: { status: 404, message: 'This session has ended' },
  },
} as const satisfies ContractArea
