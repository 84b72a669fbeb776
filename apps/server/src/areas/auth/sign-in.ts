import { fail, succeed } from '@clutch/economy'
import type { ApiResult } from '../../api-result.ts'
import { roleOf, rolesUpTo } from '../../auth/roles.ts'
import type { FirstAdminLink } from '../../auth/first-admin.ts'
import type { AccessTokens } from '../../auth/access-tokens.ts'
import type { SecurityLog } from '../../auth/security-log.ts'
import type { OpenedSession, Sessions, SignInOrigin } from '../../auth/sessions.ts'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import type { Store } from '../../store/store.ts'
import { readPersonaName } from '../../platform/web-api.ts'
import { isBeingDeleted } from '../account/deletion-requests.ts'
import { cleanName } from './clean-name.ts'
import { refreshNameAtSignIn, refreshNameDaily } from '../players/refresh-name.ts'
import { claimStarterPack, findOrRegisterPlayer, findPlayer, findUserId, placeholderName } from '../players/players.ts'

/** Dependencies of sign-in. */
export interface AuthContext extends Context {
  readonly config: Config
  readonly accessTokens: AccessTokens
  readonly sessions: Sessions
  readonly publicUrl: () => string
  readonly security: SecurityLog
  /** Present while the server has no admin. */
  readonly firstAdmin: FirstAdminLink | undefined
}

/** A confirmed account and the circumstances of its sign-in. */
interface Arrival {
  readonly steamId: string
  /** Name sent by the game client; the platform's name takes precedence. */
  readonly givenName: string
  readonly device: string
  /** Owner of the referral link; counts at the first sign-in only. */
  readonly referrerId: string | undefined
  /** Allows this sign-in to be repeated, which opens the same session. */
  readonly origin: SignInOrigin | undefined
}

/** Opens a session for a platform account; the first sign-in registers its player. */
export async function signIn(
  context: AuthContext,
  { steamId, givenName, device, referrerId, origin }: Arrival,
): Promise<ApiResult<OpenedSession>> {
  const known = await findUserId(context.store, steamId)
  if (known !== undefined) {
    const ban = await findBan(context.store, known)
    if (ban !== undefined) return fail({ code: 'banned', params: ban })
    if (await isBeingDeleted(context.store.db, known)) return fail({ code: 'deletion_in_progress' })
    await refreshNameAtSignIn(context.store, context.config, { userId: known, steamId })
  }
  const userId = known ?? (await register(context, { steamId, givenName, referrerId }))
  // Also after a registration: the game's server may have created the player in the meantime.
  if (userId === undefined || !(await claimStarterPack(context.store, context.writer, { userId, referrerId }))) {
    return fail({ code: 'unavailable' })
  }
  const { sessions } = context
  if (origin === undefined) return succeed(await sessions.open(userId, device))
  const session = await sessions.openOnce(userId, device, origin)
  return session === undefined ? fail({ code: 'sign_in_failed' }) : succeed(session)
}

/** @returns undefined when the writer is unavailable */
async function register(
  context: AuthContext,
  { steamId, givenName, referrerId }: Pick<Arrival, 'steamId' | 'givenName' | 'referrerId'>,
): Promise<string | undefined> {
  const persona = await readPersonaName(context.config.platform, steamId)
  const confirmed = cleanName(persona ?? '')
  const name = confirmed || cleanName(givenName) || placeholderName(steamId)
  const player = await findOrRegisterPlayer(context.store, context.writer, {
    steamId,
    name,
    isNameConfirmed: confirmed !== '',
    referrerId,
  })
  return player?.userId
}

/** A player's active ban: its end as date and time in UTC, and its reason. */
async function findBan({ db }: Store, userId: string): Promise<{ until: string; reason: string } | undefined> {
  const row = await db
    .selectFrom('player')
    .select(['banned_until_ms', 'ban_reason'])
    .where('user_id', '=', userId)
    .where('banned_until_ms', '>', Date.now())
    .executeTakeFirst()
  return row && { until: new Date(row.banned_until_ms).toISOString(), reason: row.ban_reason }
}

/** Issues an access token for a session with the player's current roles. */
export async function issueAccessToken(context: AuthContext, session: OpenedSession, lifeSec: number): Promise<string> {
  const player = await findPlayer(context.store, session.userId)
  if (player !== undefined) await refreshNameDaily(context.store, player, Date.now())
  const roles = player === undefined ? [] : rolesUpTo(roleOf(context.config, player))
  return context.accessTokens.issue({ userId: session.userId, sessionId: session.sessionId, roles }, lifeSec)
}
