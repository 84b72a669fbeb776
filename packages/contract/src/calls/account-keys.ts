import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import { emptyBody, text, unixSeconds } from '../bounds.ts'
import { RATE_LIMITS } from '../call.ts'
import { PLAYER_KEY_SCOPES } from '../constants.ts'

const NAME_MAX = 64

const keyId = z.string().regex(/^[0-9A-Za-z]{10}$/)
const terms = z.strictObject({
  name: text.trim().min(1).max(NAME_MAX).describe('Names the tool that uses the key'),
  scopes: z.array(z.enum(PLAYER_KEY_SCOPES)).min(1).max(PLAYER_KEY_SCOPES.length),
  expires_at: unixSeconds.nullable().default(null).describe('Unix seconds; null if it does not expire'),
})

const playerKey = terms.extend({
  id: keyId,
  created_at: z.int().describe('Unix seconds'),
  last_used_at: z.int().nullable().describe('Unix seconds; null if it was never used'),
  uses: z
    .array(
      z.object({
        at: z.int().describe('Unix seconds'),
        call: z.string().describe('Method and path'),
        status: z.int().describe('HTTP status of the response'),
        address: z.string().describe('The network address of the caller'),
      }),
    )
    .describe('The last 20 uses, newest first'),
})
export type PlayerKey = z.output<typeof playerKey>

const common = { area: 'account', access: 'player', command: false, query: z.object({}) } as const

/** Players' own keys for tools (integration §5). */
export const accountKeyContract = {
  calls: {
    'GET /account/keys': {
      ...common,
      summary: 'The caller’s own keys with their last uses, newest first, and the scopes that a new one can have',
      bodyType: 'none',
      body: emptyBody,
      response: z.object({
        allowed_scopes: z.array(z.enum(PLAYER_KEY_SCOPES)).describe('Empty if the game has no keys for players'),
        keys: z.array(playerKey),
      }),
      rateLimit: RATE_LIMITS.read,
    },
    'POST /account/keys': {
      ...common,
      summary: 'Creates a key for a tool; its text is returned once. Needs a sign-in within the last 12 hours',
      bodyType: 'json',
      body: terms,
      response: z.object({ key: playerKey, secret: z.string().describe('The key’s text, `clp_…`') }),
      rateLimit: RATE_LIMITS.signIn,
    },
    'POST /account/keys/revoke': {
      ...common,
      summary: 'Deletes a key, on all servers within two seconds',
      bodyType: 'json',
      body: z.strictObject({ id: keyId }),
      response: z.object({ ok: z.literal(true) }),
      rateLimit: RATE_LIMITS.command,
    },
  },
  errors: {
    key_scope_off: { status: 403, message: 'This game does not allow keys with the scope {scope}' },
    key_not_allowed: { status: 403, message: 'Keys cannot make this call' },
    key_not_found: { status: 404, message: 'This key no longer exists' },
    too_many_keys: { status: 409, message: 'At most {max} keys: revoke one first' },
  },
} as const satisfies ContractArea
