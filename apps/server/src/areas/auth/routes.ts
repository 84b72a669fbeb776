import { SECOND_MS } from '@clutch/contract/formats'
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { fail, succeed } from '@clutch/economy'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiResult } from '../../api-result.ts'
import { ACCESS_TOKEN_LIFE_SEC, LINK_TOKEN_LIFE_SEC } from '../../auth/access-tokens.ts'
import { deviceName } from '../../auth/device-name.ts'
import type { OpenedSession } from '../../auth/sessions.ts'
import { useOnce } from '../../auth/used-once.ts'
import type { CallHandlers } from '../../http/call-handlers.ts'
import { isFromGame, isFromOwnPage } from '../../http/own-origin.ts'
import { readAssertion, signInAddress, verifyAssertion, type Query } from '../../platform/openid.ts'
import { authenticateTicket } from '../../platform/web-api.ts'
import {
  clearRefreshCookie,
  readRefreshCookie,
  readRefreshCookies,
  renewRefreshCookie,
  setFirstAdminCookie,
  setReferrerCookie,
  setRefreshCookie,
  setRefusalCookie,
  setStateCookie,
  takeFirstAdminCookie,
  takeReferrerCookie,
  takeStateCookie,
} from './cookies.ts'
import { issueAccessToken, signIn, type AuthContext } from './sign-in.ts'

const STATE_BYTES = 24
const CALLBACK_PATH = '/api/auth/steam/callback'

/**
 * Signing in, staying signed in, signing out (rules §14). What sets or reads the refresh cookie answers only our own
 * pages: a form on another site could otherwise sign its visitors in as somebody else.
 */
export function authRoutes(context: AuthContext): CallHandlers {
  const { config, accessTokens, sessions, publicUrl, security } = context
  return {
    'GET /auth/steam': async ({ reply, query }) => {
      if (query.invite !== undefined) setReferrerCookie(reply, publicUrl(), query.invite)
      await beginSignIn(context, reply)
      return undefined
    },
    'GET /auth/first-admin': async ({ reply, query }) => {
      if (context.firstAdmin?.isGood(query.token) !== true) {
        await reply.redirect(`${publicUrl()}/?sign_in=failed`)
        return undefined
      }
      setFirstAdminCookie(reply, publicUrl(), query.token)
      await beginSignIn(context, reply)
      return undefined
    },
    'GET /auth/steam/callback': async ({ request, reply, query }) => {
      const outcome = await completeSignIn(context, request, reply, query)
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
      const verified = await authenticateTicket(config.platform, ticket)
      if (!verified.ok) {
        security.note('sign_in_failed', request, { reason: verified.code })
        return fail({ code: verified.code })
      }
      // The simulated platform's tickets are the same text each time; a real one is good once.
      // Tickets are hex, in which case does not matter: written otherwise, it is still the same ticket.
      const sameTicket = ticket.toLowerCase()
      const isFirstUse =
        config.platform.isSimulated || (await useOnce(context.store.db, 'ticket', sameTicket, Date.now()))
      if (!isFirstUse) {
        security.note('sign_in_failed', request, { reason: 'ticket_used_before' })
        return fail({ code: 'invalid_ticket' })
      }
      const session = await signIn(context, {
        steamId: verified.steamId,
        givenName: username,
        device: deviceOf(request),
        referrerId: invite,
      })
      if (!session.ok) return session
      security.note('sign_in', request, namesOf(session.value))
      setRefreshCookie(reply, publicUrl(), session.value.refreshToken ?? '')
      return succeed({ access_token: await issueAccessToken(context, session.value, ACCESS_TOKEN_LIFE_SEC) })
    },
    'POST /jwt_refresh': async ({ request, reply }) => {
      if (!isFromOwnPage(request, publicUrl())) return fail({ code: 'origin_not_allowed' })
      const token = readRefreshCookie(request, publicUrl())
      const refreshed = token === undefined ? undefined : await sessions.refresh(token)
      if (refreshed === undefined || !refreshed.ok) {
        if (refreshed?.endedSessionId !== undefined) {
          security.note('refresh_token_reused', request, { sessionId: refreshed.endedSessionId })
          accessTokens.endSession(refreshed.endedSessionId)
        }
        clearRefreshCookie(reply, publicUrl())
        return fail({ code: 'invalid_refresh_token' })
      }
      if (refreshed.session.refreshToken !== undefined) {
        renewRefreshCookie(request, reply, publicUrl(), refreshed.session.refreshToken)
      }
      return succeed({ access_token: await issueAccessToken(context, refreshed.session, ACCESS_TOKEN_LIFE_SEC) })
    },
    'POST /auth/logout': async ({ request, reply, claims }) => {
      if (!isFromOwnPage(request, publicUrl())) return fail({ code: 'origin_not_allowed' })
      const ended = await Promise.all(readRefreshCookies(request, publicUrl()).map((token) => sessions.end(token)))
      if (claims !== undefined) await sessions.endById(claims.sessionId)
      for (const sessionId of new Set([...ended, claims?.sessionId])) {
        if (sessionId === undefined) continue
        security.note('sign_out', request, { sessionId })
        accessTokens.endSession(sessionId)
      }
      clearRefreshCookie(reply, publicUrl())
      return succeed({ ok: true })
    },
    'POST /auth/logout-everywhere': async ({ request, reply, userId }) => {
      if (!isFromOwnPage(request, publicUrl())) return fail({ code: 'origin_not_allowed' })
      for (const sessionId of await sessions.endAllOf(userId)) accessTokens.endSession(sessionId)
      security.note('sign_out_everywhere', request, { userId })
      clearRefreshCookie(reply, publicUrl())
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

/** Sends the browser to the platform, with the state that ties its answer to this browser. */
async function beginSignIn({ config, publicUrl }: AuthContext, reply: FastifyReply): Promise<void> {
  const state = randomBytes(STATE_BYTES).toString('base64url')
  setStateCookie(reply, publicUrl(), state)
  await reply.redirect(signInAddress(config.platform, publicUrl(), returnAddress(publicUrl(), state)))
}

function deviceOf({ headers }: FastifyRequest): string {
  return deviceName(headers['user-agent'])
}

function namesOf({ userId, sessionId }: OpenedSession): { userId: string; sessionId: string } {
  return { userId, sessionId }
}

/** @returns a short-lived access token for the address bar. */
async function completeSignIn(
  context: AuthContext,
  request: FastifyRequest,
  reply: FastifyReply,
  query: Query,
): Promise<ApiResult<string>> {
  const { config, publicUrl, store } = context
  const expectedState = takeStateCookie(request, reply, publicUrl())
  const state = query['state']
  if (typeof state !== 'string' || expectedState === undefined || !isSame(state, expectedState)) {
    return fail({ code: 'sign_in_failed' })
  }
  const nowMs = Date.now()
  const assertion = readAssertion(config.platform, query, returnAddress(publicUrl(), state), nowMs)
  if (assertion === undefined) return fail({ code: 'sign_in_failed' })
  if (assertion === 'stale') return fail({ code: 'sign_in_expired' })
  const verdict = await verifyAssertion(config.platform, assertion)
  if (verdict.kind === 'unavailable') return fail({ code: 'platform_unavailable', params: { detail: verdict.detail } })
  if (verdict.kind === 'unexpected') return fail({ code: 'platform_unexpected', params: { detail: verdict.detail } })
  if (verdict.kind === 'denied' || !(await useOnce(store.db, 'nonce', assertion.nonce, nowMs)))
    return fail({ code: 'sign_in_failed' })
  const { steamId } = assertion
  const referrerId = takeReferrerCookie(request, reply, publicUrl())
  const session = await signIn(context, { steamId, givenName: '', device: deviceOf(request), referrerId })
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

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
