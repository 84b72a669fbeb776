import { errorBody } from '@clutch/contract'
import {
  scopesOfTransaction,
  type ServerResponse,
  type TransactionBody,
  type TransactionResult,
} from '@clutch/contract/server'
import { asItemId, asUserId, fail, succeed, type ServerTransactionResult } from '@clutch/economy'
import type { ApiResult } from '../../api-result.ts'
import type { ServerKey } from '../../auth/server-keys.ts'
import type { Context } from '../../context.ts'
import { findMissingScope } from '../../http/server-calls.ts'
import type { Operator } from '../../store/audit-log.ts'
import { hashBody, type CommandOf } from '../../writer/submission.ts'
import { findOrRegisterPlayer, findUserId, placeholderName } from '../players/players.ts'

/** A transaction of one player under its caller's id. */
export interface TransactionRequest {
  readonly steamId: string
  readonly transactionId: string
  readonly body: TransactionBody
  /** The version that the player must have; any if undefined. */
  readonly expectedVersion: number | undefined
}

/** The key that makes a call, as the audit log names it. */
export interface KeyCaller {
  readonly key: ServerKey
  readonly operator: Operator
}

type Outcomes = ServerResponse<'POST /transactions'>['outcomes']

/** Posts one transaction: one operation and its row of the audit log, or nothing (integration §2). */
export async function postTransaction(
  context: Context,
  caller: KeyCaller,
  request: TransactionRequest,
): Promise<ApiResult<TransactionResult>> {
  const scope = findMissingScope(caller.key, scopesOfTransaction(request.body))
  if (scope !== undefined) return fail({ code: 'missing_scope', params: { scope } })
  const user = await findUser(context, caller, request)
  return user.ok ? submit(context, caller, request, user.value) : user
}

/**
 * Posts many transactions. All are queued at once, so that the writer decides them in as few batches as possible; those
 * of one player keep their order. Unknown players are registered first.
 */
export async function postTransactions(
  context: Context,
  caller: KeyCaller,
  requests: readonly TransactionRequest[],
): Promise<Outcomes> {
  const userIds = await findUserIds(context, requests)
  const registered = new Map<string, Promise<ApiResult<string>>>()
  const users = await Promise.all(
    requests.map((request): Promise<ApiResult<string>> => {
      const scope = findMissingScope(caller.key, scopesOfTransaction(request.body))
      if (scope !== undefined) return Promise.resolve(fail({ code: 'missing_scope', params: { scope } }))
      const known = userIds.get(request.steamId)
      if (known !== undefined) return Promise.resolve(succeed(known))
      if (!request.body.create_player) return Promise.resolve(fail({ code: 'user_not_found' }))
      const made = registered.get(request.steamId) ?? register(context, caller, request.steamId)
      registered.set(request.steamId, made)
      return made
    }),
  )
  const results = await Promise.all(
    requests.map((request, index): Promise<ApiResult<TransactionResult>> => {
      const user = users[index] ?? fail({ code: 'user_not_found' })
      return user.ok ? submit(context, caller, request, user.value) : Promise.resolve(user)
    }),
  )
  return requests.map(({ steamId, transactionId }, index) => {
    const result: ApiResult<TransactionResult> = results[index] ?? fail({ code: 'internal' })
    return {
      steam_id: steamId,
      transaction_id: transactionId,
      result: result.ok ? result.value : null,
      error: result.ok ? null : errorBody(result.error.code, result.error.params),
    }
  })
}

/** A posted transaction of this key and player. */
export async function findTransaction(
  { store: { db } }: Context,
  { keyId }: ServerKey,
  steamId: string,
  transactionId: string,
): Promise<ApiResult<TransactionResult>> {
  const row = await db
    .selectFrom('server_transaction')
    .innerJoin('player', 'player.user_id', 'server_transaction.user_id')
    .select('result')
    .where('key_id', '=', keyId)
    .where('transaction_id', '=', transactionId)
    .where('steam_id', '=', steamId)
    .executeTakeFirst()
  if (row === undefined) return fail({ code: 'transaction_not_found' })
  return succeed(toResponse(transactionId, true, row.result as ServerTransactionResult))
}

async function findUser(
  context: Context,
  caller: KeyCaller,
  { steamId, body }: TransactionRequest,
): Promise<ApiResult<string>> {
  const userId = await findUserId(context.store, steamId)
  if (userId !== undefined) return succeed(userId)
  return body.create_player ? register(context, caller, steamId) : fail({ code: 'user_not_found' })
}

async function findUserIds(
  { store: { db } }: Context,
  requests: readonly TransactionRequest[],
): Promise<ReadonlyMap<string, string>> {
  const steamIds = [...new Set(requests.map(({ steamId }) => steamId))]
  const rows = await db.selectFrom('player').select(['steam_id', 'user_id']).where('steam_id', 'in', steamIds).execute()
  return new Map(rows.map((row) => [row.steam_id, row.user_id]))
}

/** Registers a player who has never signed in, under a placeholder name until the platform's is read. */
async function register(
  { store, writer }: Context,
  { key, operator }: KeyCaller,
  steamId: string,
): Promise<ApiResult<string>> {
  const player = await findOrRegisterPlayer(store, writer, {
    steamId,
    name: placeholderName(steamId),
    isNameConfirmed: false,
    isAwaited: true,
    by: {
      actorId: key.keyId,
      audit: { operator, action: 'player.create', target: steamId, reason: '', idempotencyKey: undefined },
    },
  })
  return player === undefined ? fail({ code: 'unavailable' }) : succeed(player.userId)
}

async function submit(
  { writer, toApiError }: Context,
  { key, operator }: KeyCaller,
  { steamId, transactionId, body, expectedVersion }: TransactionRequest,
  userId: string,
): Promise<ApiResult<TransactionResult>> {
  const command: CommandOf<'post_server_transaction'> = {
    type: 'post_server_transaction',
    userId: asUserId(userId),
    keyId: key.keyId,
    transactionId,
    requestHash: hashBody('transaction.post', [steamId, body]),
    kind: body.kind,
    causeId: body.cause,
    coins: body.coins ?? 0,
    items: body.items.map(({ item_id, delta }) => ({ itemId: asItemId(item_id), delta })),
    expectedVersion,
    ceilings: key.ceilings,
  }
  const outcome = await writer.submit<'post_server_transaction'>({
    command,
    actorId: asUserId(key.keyId),
    // The transaction's own id is unique for ever; keys of commands expire.
    idempotency: undefined,
    audit: {
      operator,
      action: 'transaction.post',
      target: steamId,
      reason: body.reason,
      idempotencyKey: transactionId,
      isChangeOnly: true,
    },
  })
  if (!outcome.ok) return fail(toApiError(outcome.error))
  return succeed(toResponse(transactionId, outcome.value.replayed, outcome.value.result))
}

function toResponse(
  transactionId: string,
  replayed: boolean,
  { operationId, version, items, coins }: ServerTransactionResult,
): TransactionResult {
  return {
    transaction_id: transactionId,
    operation_id: operationId ?? null,
    replayed,
    version,
    items: items.map(({ itemId, change, free }) => ({ item_id: itemId, change, free })),
    coins,
  }
}
