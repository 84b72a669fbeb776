import { SECOND_MS } from '@clutch/contract/formats'
import { randomBytes } from 'node:crypto'
import { fail, succeed } from '@clutch/economy'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiResult } from '../../api-result.ts'
import { ACCESS_TOKEN_LIFE_SEC, LINK_TOKEN_LIFE_SEC } from '../../auth/access-tokens.ts'
import { deviceName } from '../../auth/device-name.ts'
import type { OpenedSession } from '../../auth/sessions.ts'
import type { CallHandlers } from '../../http/call-handlers.ts'
import { bearerOf, isFromGame, isFromOwnPage } from '../../http/own-origin.ts'
import { readAssertion, signInAddress, type Query } from '../../platform/openid.ts'
import {
  clearRefreshCookies,
  hasStateCookie,
  readRefreshCookies,
  setFirstAdminCookie,
  setReferrerCookie,
  setRefreshCookie,
  setRefusalCookie,
  setStateCookie,
  takeFirstAdminCookie,
  takeReferrerCookie,
} from './cookies.ts'
import { SignInProofs } from './proofs.ts'
import { issueAccessToken, signIn, type AuthContext } from './sign-in.ts'

const STATE_BYTES = 24
const CALLBACK_PATH = '/api/auth/steam/callback'

/**
 * Sign-in, session refresh and sign-out (rules §14). Calls that set or read the refresh cookie accept only same-origin
 * requests: otherwise a form on another site could sign its visitors in to a different account.
 */
export function authRoutes(context: AuthContext): CallHandlers {
  const { config, accessTokens, sessions, publicUrl, security } = context
  const proofs = new SignInProofs(context)
  return {
    'GET /auth/steam': async ({ request, reply, query }) => {
      if (query.invite !== undefined) setReferrerCookie(reply, publicUrl(), query.invite)
      await beginSignIn(context, request, reply)
      return undefined
    },
    'GET /auth/first-admin': async ({ request, reply, query }) => {
      if ((await context.firstAdmin?.isGood(query.token)) !== true) {
        await reply.redirect(`${publicUrl()}/?sign_in=failed`)
        return undefined
      }
      setFirstAdminCookie(reply, publicUrl(), query.token)
      await beginSignIn(context, request, reply)
      return undefined
    },
    'GET /auth/steam/callback': async ({ request, reply, query }) => {
      const outcome = await completeSignIn(context, proofs, request, reply, query)
      if (!outcome.ok) {
        const { code, params } = outcome.error
        security.note('sign_in_failed', request, { reason: String(params?.['detail'] ?? code) })
      }
      const isBanned = !outcome.ok && outcome.error.code === 'banned'
      if (isBanned) setRefusalCookie(reply, publicUrl(), outcome.error.params ?? {})
      const refused = isBanned
        ? '/auth/steam/refused'
        : `/?sign_in=failed&reason=${outcome.ok ? '' : outcome.error.code}`
      await reply.redirect(`${publicUrl()}${outcome.ok ? `/auth/steam/success?token=${outcome.value}` : refused}`)
      return undefined
    },
    'POST /auth/client_steam_auth_callback': async ({ request, reply, body }) => {
      if (!isFromOwnPage(request, publicUrl())) return fail({ code: 'origin_not_allowed' })
      const { ticket, username, invite, confirmed } = body
      if (confirmed === undefined && !isFromGame(request, config.gameClientAgent)) {
        security.note('sign_in_failed', request, { reason: 'sign_in_unconfirmed' })
        return fail({ code: 'sign_in_unconfirmed' })
      }
      const proved = await proofs.ofTicket(ticket, bearerOf(request))
      if (!proved.ok) {
        security.note('sign_in_failed', request, { reason: proved.reason })
        return fail({ code: proved.code })
      }
      const { steamId, origin } = proved
      const session = await signIn(context, {
        steamId,
        givenName: username,
        device: deviceOf(request),
        referrerId: invite,
        origin,
      })
      if (!session.ok) return session.error.code === 'sign_in_failed' ? fail({ code: 'invalid_ticket' }) : session
      security.note('sign_in', request, namesOf(session.value))
      setRefreshCookie(reply, publicUrl(), session.value.refreshToken ?? '')
      return succeed({ access_token: await issueAccessToken(context, session.value, ACCESS_TOKEN_LIFE_SEC) })
    },
    'POST /jwt_refresh': async ({ request, reply }) => {
      if (!isFromOwnPage(request, publicUrl())) return fail({ code: 'origin_not_allowed' })
      for (const cookie of readRefreshCookies(request, publicUrl())) {
        const refreshed = await sessions.refresh(cookie.token)
        if (refreshed.ok) {
          const { session } = refreshed
          if (session.refreshToken !== undefined) cookie.renew(reply, session.refreshToken)
          return succeed({ access_token: await issueAccessToken(context, session, ACCESS_TOKEN_LIFE_SEC) })
        }
        if (refreshed.endedSessionId !== undefined) {
          security.note('refresh_token_reused', request, { sessionId: refreshed.endedSessionId })
          accessTokens.endSession(refreshed.endedSessionId)
        }
        cookie.clear(reply)
      }
      return fail({ code: 'invalid_refresh_token' })
    },
    'POST /auth/logout': async ({ request, reply, claims }) => {
      if (!isFromOwnPage(request, publicUrl())) return fail({ code: 'origin_not_allowed' })
      const ended = await Promise.all(readRefreshCookies(request, publicUrl()).map(({ token }) => sessions.end(token)))
      if (claims !== undefined) await sessions.endById(claims.sessionId)
      for (const sessionId of new Set([...ended, claims?.sessionId])) {
        if (sessionId === undefined) continue
        security.note('sign_out', request, { sessionId })
        accessTokens.endSession(sessionId)
      }
      clearRefreshCookies(reply, publicUrl())
      return succeed({ ok: true })
    },
    'POST /auth/logout-everywhere': async ({ request, reply, userId }) => {
      if (!isFromOwnPage(request, publicUrl())) return fail({ code: 'origin_not_allowed' })
      for (const sessionId of await sessions.endAllOf(userId)) accessTokens.endSession(sessionId)
      security.note('sign_out_everywhere', request, { userId })
      clearRefreshCookies(reply, publicUrl())
      return succeed({ ok: true })
    },
    'GET /auth/sessions': async ({ claims, userId }) => {
      const open = await sessions.listOf(userId)
      return succeed({
        response: open.map(({ sessionId, openedAtMs, refreshedAtMs, device }) => ({
          id: sessionId,
          opened_at: Math.floor(openedAtMs / SECOND_MS),
          refreshed_at: Math.floor(refreshedAtMs / SECOND_MS),
          device,
          is_current: sessionId === claims?.sessionId,
        })),
      })
    },
    'POST /auth/sessions/end': async ({ request, body, userId }) => {
      if (!(await sessions.endOf(userId, body.id))) return fail({ code: 'session_not_found' })
      accessTokens.endSession(body.id)
      security.note('session_ended', request, { userId, sessionId: body.id })
      return succeed({ ok: true })
    },
  }
}

/** Redirects the browser to the platform, with a state that binds the response to this browser. */
async function beginSignIn(
  { config, publicUrl }: AuthContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const state = randomBytes(STATE_BYTES).toString('base64url')
  setStateCookie(request, reply, publicUrl(), state)
  await reply.redirect(signInAddress(config.platform, publicUrl(), returnAddress(publicUrl(), state)))
}

function deviceOf({ headers }: FastifyRequest): string {
  return deviceName(headers['user-agent'])
}

function namesOf({ userId, sessionId }: OpenedSession): { userId: string; sessionId: string } {
  return { userId, sessionId }
}

/** @returns a short-lived access token to pass in the URL */
async function completeSignIn(
  context: AuthContext,
  proofs: SignInProofs,
  request: FastifyRequest,
  reply: FastifyReply,
  query: Query,
): Promise<ApiResult<string>> {
  const { config, publicUrl } = context
  const state = query['state']
  if (typeof state !== 'string' || !hasStateCookie(request, publicUrl(), state)) {
    return fail({ code: 'sign_in_failed' })
  }
  const assertion = readAssertion(config.platform, query, returnAddress(publicUrl(), state), Date.now())
  if (assertion === undefined) return fail({ code: 'sign_in_failed' })
  if (assertion === 'stale') return fail({ code: 'sign_in_expired' })
  const proved = await proofs.ofAssertion(assertion, state)
  if (!proved.ok) {
    return fail({
      code: proved.code === 'invalid_ticket' ? 'sign_in_failed' : proved.code,
      params: { detail: proved.reason },
    })
  }
  const { steamId, origin } = proved
  const referrerId = takeReferrerCookie(request, reply, publicUrl())
  const session = await signIn(context, {
    steamId,
    givenName: '',
    device: deviceOf(request),
    referrerId,
    origin,
  })
  if (!session.ok) return session
  context.security.note('sign_in', request, namesOf(session.value))
  const link = takeFirstAdminCookie(request, reply, publicUrl())
  if (link !== undefined) await context.firstAdmin?.claim(link, { ...namesOf(session.value), address: request.ip })
  setRefreshCookie(reply, publicUrl(), session.value.refreshToken ?? '')
  return succeed(await issueAccessToken(context, session.value, LINK_TOKEN_LIFE_SEC))
}

function returnAddress(publicUrl: string, state: string): string {
  return `${publicUrl}${CALLBACK_PATH}?state=${state}`
}
