import { SECOND_MS, toSeconds } from '@clutch/contract/formats'
import { fail, succeed } from '@clutch/economy'
import type { FastifyReply } from 'fastify'
import type { ApiResult } from '../../api-result.ts'
import { isOperator } from '../../auth/roles.ts'
import { readSecret } from '../../auth/server-secrets.ts'
import { newSignInLink, SIGN_IN_LINK_LIFE_MS } from '../../auth/sign-in-links.ts'
import type { ServerCallHandlers } from '../../http/server-calls.ts'
import { writeAuditRow, type AuditSubject } from '../../store/audit-log.ts'
import { ban } from '../admin/console-routes.ts'
import type { AuthContext } from '../auth/sign-in.ts'
import { nextEvents } from '../events/read-events.ts'
import { findUserId } from '../players/players.ts'
import { webhookServerCalls, type WebhookRoutesOptions } from '../webhooks/routes.ts'
import { callerOf, subjectOf } from './caller.ts'
import { readServerInventory, readServerPlayer, readServerPlayers, readVersion } from './players.ts'
import { findTransaction, postTransaction, postTransactions } from './transactions.ts'

const SIGN_IN_PAGE = '/auth/client/success'
const IF_MATCH = /^"(\d{1,16})"$/

/** Transactions of one key that may wait for the writer at once: more would keep players' orders waiting. */
const IN_FLIGHT_MAX = 2_000
const IN_FLIGHT_RETRY_SEC = 1

/** The calls of the game's server (integration §2). */
export function serverCallHandlers(context: AuthContext, webhooks: WebhookRoutesOptions): ServerCallHandlers {
  const { db } = context.store
  const inFlight = new Map<string, number>()
  return {
    'GET /players': async ({ query: { after, limit } }) =>
      succeed(await readServerPlayers(db, after || undefined, limit)),
    'GET /players/:steam_id': async ({ params: { steam_id } }) => {
      const player = await readServerPlayer(db, steam_id)
      return player === undefined ? fail({ code: 'user_not_found' }) : succeed({ player })
    },
    'GET /players/:steam_id/inventory': async ({ params: { steam_id }, request, reply }) => {
      const known = request.headers['if-none-match']
      const version = known === undefined ? undefined : await readVersion(db, steam_id)
      if (known !== undefined && version !== undefined && isKnown(known, version)) {
        setVersion(reply, version)
        await reply.code(304).send()
        return undefined
      }
      const inventory = await readServerInventory(db, steam_id)
      if (inventory === undefined) return fail({ code: 'user_not_found' })
      setVersion(reply, inventory.version)
      return succeed(inventory)
    },
    'PUT /players/:steam_id/transactions/:transaction_id': async (input) => {
      const { params, body, request, reply } = input
      const ifMatch = request.headers['if-match']
      const expected = ifMatch === undefined ? undefined : IF_MATCH.exec(ifMatch)?.[1]
      if (ifMatch !== undefined && expected === undefined) {
        return fail({ code: 'invalid_input', params: { detail: 'If-Match' } })
      }
      const result = await postTransaction(context, callerOf(input), {
        steamId: params.steam_id,
        transactionId: params.transaction_id,
        body,
        expectedVersion: expected === undefined ? undefined : Number(expected),
      })
      if (result.ok) setVersion(reply, result.value.version)
      return result
    },
    'GET /players/:steam_id/transactions/:transaction_id': ({ params, key }) =>
      findTransaction(context, key, params.steam_id, params.transaction_id),
    'POST /transactions': async (input) => {
      const requests = input.body.transactions.map(({ steam_id, transaction_id, if_match, ...body }) => ({
        steamId: steam_id,
        transactionId: transaction_id,
        body,
        expectedVersion: if_match,
      }))
      const { keyId } = input.key
      const before = inFlight.get(keyId) ?? 0
      if (before + requests.length > IN_FLIGHT_MAX) {
        return fail({ code: 'rate_limited', params: { retry_after_s: IN_FLIGHT_RETRY_SEC } })
      }
      inFlight.set(keyId, before + requests.length)
      try {
        return succeed({ outcomes: await postTransactions(context, callerOf(input), requests) })
      } finally {
        const left = (inFlight.get(keyId) ?? 0) - requests.length
        if (left > 0) inFlight.set(keyId, left)
        else inFlight.delete(keyId)
      }
    },
    ...webhookServerCalls(context, webhooks),
    'GET /events': ({ query, request }) => {
      const left = new AbortController()
      request.raw.once('close', () => left.abort())
      return nextEvents({ db, bus: context.bus }, query, left.signal)
    },
    'POST /players/:steam_id/sign-in-links': async (input) => {
      const { steam_id } = input.params
      const audit = subjectOf(input, 'sign_in_link.create', steam_id)
      if ((await findUserId(context.store, steam_id)) === undefined) return fail({ code: 'user_not_found' })
      if (await isOperator(db, context.config, steam_id)) return rejectForOperator(context, audit)
      const expiresAtMs = Date.now() + SIGN_IN_LINK_LIFE_MS
      const ticket = newSignInLink(await readSecret(db, 'sign-in-links'), steam_id, expiresAtMs)
      await writeAuditRow(db, audit, { outcome: 'done' })
      const url = `${context.publicUrl()}${SIGN_IN_PAGE}?ticket=${ticket}`
      return succeed({ url, expires_at: toSeconds(expiresAtMs) })
    },
    'POST /players/:steam_id/ban': async (input) => {
      const { until, reason } = input.body
      if (until * SECOND_MS <= Date.now()) return fail({ code: 'invalid_input', params: { detail: 'until' } })
      return setBan(context, subjectOf(input, 'user.ban', input.params.steam_id, reason), until)
    },
    'POST /players/:steam_id/unban': (input) =>
      setBan(context, subjectOf(input, 'user.unban', input.params.steam_id, input.body.reason), 0),
  }
}

/** Bans a player and ends their sessions, or unbans them. */
async function setBan(
  context: AuthContext,
  audit: AuditSubject,
  untilSec: number,
): Promise<ApiResult<{ steam_id: string; banned_until: number }>> {
  const { accessTokens, config, sessions, store } = context
  if (await isOperator(store.db, config, audit.target)) return rejectForOperator(context, audit)
  let ended: readonly string[] = []
  const result = await store.db.transaction().execute(async (trx) => {
    const outcome = await ban(trx, audit, untilSec, async (userId) => {
      if (untilSec > 0) ended = await sessions.endAllOf(userId, trx)
    })
    return outcome === undefined ? succeed({ steam_id: audit.target, banned_until: untilSec }) : fail({ code: outcome })
  })
  for (const sessionId of ended) accessTokens.endSession(sessionId)
  return result
}

/** A leaked key must not sign in as an operator or lock operators out. */
async function rejectForOperator({ store }: AuthContext, audit: AuditSubject): Promise<ApiResult<never>> {
  await writeAuditRow(store.db, audit, { outcome: 'forbidden' })
  return fail({ code: 'forbidden' })
}

function setVersion(reply: FastifyReply, version: number): void {
  reply.header('etag', `"${version}"`)
}

function isKnown(ifNoneMatch: string, version: number | undefined): boolean {
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === `"${version}"`)
}
