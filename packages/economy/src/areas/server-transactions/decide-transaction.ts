import type { DecisionContext } from '../../core/command.ts'
import type { EconomyEvent } from '../../core/event.ts'
import { COINS, freeOf, THE_WORLD, type Move } from '../../core/ledger/accounts.ts'
import { LedgerDraft, type LedgerPosted } from '../../core/ledger/ledger.ts'
import {
  AMOUNT_MAX,
  asAmount,
  asItemId,
  asOperationId,
  isAmount,
  type AssetId,
  type ItemId,
  type OperationId,
} from '../../core/numbers.ts'
import type { Rejection } from '../../core/rejection.ts'
import { fail, succeed, type Result } from '../../core/result.ts'
import type { World } from '../../core/world.ts'
import { NOTHING_ID, openItem } from '../items/open-item.ts'
import { notificationsOfGrant } from '../players/grant-notification.ts'
import {
  serverTransactionId,
  type PostServerTransaction,
  type ServerTransactionPosted,
  type ServerTransactionResult,
} from './server-transactions.ts'

const DAY_MS = 86_400_000

/**
 * Posts a transaction of the game's server as one operation. An id that was posted before changes nothing; with another
 * request it is a conflict. Rejected transactions leave their id unused.
 */
export function decideServerTransaction(
  world: World,
  command: PostServerTransaction,
  context: DecisionContext,
): Result<EconomyEvent[], Rejection> {
  const { userId, keyId, transactionId, requestHash, kind, causeId, expectedVersion } = command
  const id = serverTransactionId(keyId, transactionId)
  const known = world.serverTransactions.transactions.get(id)
  if (known !== undefined) {
    return known.requestHash === requestHash ? succeed([]) : fail({ code: 'idempotency_conflict' })
  }
  const version = world.versionOf(userId)
  if (expectedVersion !== undefined && expectedVersion !== version) return fail({ code: 'version_mismatch', version })
  const operationId = asOperationId(context.newId())
  const amounts = readAmounts(world, command, context, operationId)
  if (!amounts.ok) return amounts
  const { taken, given } = amounts.value
  // A clock set back over midnight must not begin an earlier day with nothing granted.
  const lastDay = world.serverTransactions.keys.get(keyId)?.day ?? 0
  const day = Math.max(lastDay, Math.floor(context.nowMs / DAY_MS))
  const granted = countGrants(world, command, given, day)
  if (!granted.ok) return granted
  const draft = new LedgerDraft(world, context)
  const posted = draft.post([{ id: operationId, userId, kind, causeId }], toMoves(command, taken, given))
  if (!posted.ok) return posted
  const ledger = draft.toEvents()
  const event: ServerTransactionPosted = {
    type: 'server_transaction_posted',
    id,
    keyId,
    userId,
    requestHash,
    result: resultOf(world, command, ledger),
    atMs: context.nowMs,
    day,
    granted: granted.value,
  }
  const isSupportGrant = kind === 'customer_support' && taken.size === 0
  return succeed([...ledger, event, ...(isSupportGrant ? notificationsOfGrant(ledger) : [])])
}

type Amounts = ReadonlyMap<AssetId, number>

/** What a transaction takes and gives by asset, with bundles and generators opened. */
function readAmounts(
  world: World,
  { userId, coins, items }: PostServerTransaction,
  context: DecisionContext,
  operationId: OperationId,
): Result<{ taken: Amounts; given: Amounts }, Rejection> {
  const [taken, given] = [new Map<AssetId, number>(), new Map<AssetId, number>()]
  const rng = context.rngFor(operationId)
  if (!isAmount(Math.abs(coins))) return fail({ code: 'invalid_count', count: coins })
  if (coins !== 0) (coins > 0 ? given : taken).set(COINS, Math.abs(coins))
  for (const { itemId, delta } of items) {
    const count = Math.abs(delta)
    if (!isAmount(count) || count === 0) return fail({ code: 'invalid_count', count: delta })
    if (delta < 0) {
      const rejection = findTakeRejection(world, itemId, world.balanceOf(userId, itemId).free)
      if (rejection !== undefined) return fail(rejection)
      if (!add(taken, itemId, count)) return fail({ code: 'amount_too_large' })
      continue
    }
    const opened = openItem(world.catalogue, itemId, count, rng)
    if (!opened.ok) return opened
    for (const [asset, amount] of opened.value) {
      if (!add(given, asset, amount)) return fail({ code: 'amount_too_large' })
    }
  }
  return succeed({ taken, given })
}

/** Items that the content no longer defines can be taken from players who have some. */
function findTakeRejection(world: World, itemId: ItemId, free: number): Rejection | undefined {
  const rule = world.catalogue.items.get(itemId)
  if (rule === undefined && free === 0) return { code: 'unknown_item', itemId }
  return rule?.opens === undefined && itemId !== NOTHING_ID ? undefined : { code: 'item_opens', itemId }
}

function add(amounts: Map<AssetId, number>, asset: AssetId, amount: number): boolean {
  const total = (amounts.get(asset) ?? 0) + amount
  if (total > 0) amounts.set(asset, total)
  return total <= AMOUNT_MAX
}

/** What the key has granted today with this transaction, of the assets it grants. */
function countGrants(
  world: World,
  { keyId, ceilings }: PostServerTransaction,
  given: Amounts,
  day: number,
): Result<(readonly [AssetId, number])[], Rejection> {
  const before = world.serverTransactions.grantedOn(keyId, day)
  const granted: (readonly [AssetId, number])[] = []
  for (const [asset, amount] of given) {
    const total = (before.get(asset) ?? 0) + amount
    const ceiling = asset === COINS ? ceilings.coins : ceilings.unitsPerItem
    if (ceiling !== undefined && total > ceiling)
      return fail({ code: 'ceiling_reached', resetsAtMs: (day + 1) * DAY_MS })
    granted.push([asset, Math.min(total, AMOUNT_MAX)])
  }
  return succeed(granted)
}

/** Takes first, so that a player cannot pay with what the same transaction gives. */
function toMoves({ userId }: PostServerTransaction, taken: Amounts, given: Amounts): Move[] {
  const player = freeOf(userId)
  return [
    ...Array.from(taken, ([asset, amount]) => ({ from: player, to: THE_WORLD, asset, amount: asAmount(amount) })),
    ...Array.from(given, ([asset, amount]) => ({ from: THE_WORLD, to: player, asset, amount: asAmount(amount) })),
  ]
}

function resultOf(
  world: World,
  { userId }: PostServerTransaction,
  [ledger]: readonly LedgerPosted[],
): ServerTransactionResult {
  const operation = ledger?.operations[0]
  const lines = operation?.lines ?? []
  const coins = lines.find(({ asset }) => asset === COINS)
  return {
    operationId: operation?.id,
    version: ledger?.changes.find(({ owner }) => owner === userId)?.version ?? world.versionOf(userId),
    items: lines
      .filter(({ asset }) => asset !== COINS)
      .map(({ asset, change, after }) => ({ itemId: asItemId(asset), change, free: after })),
    coins: { change: coins?.change ?? 0, free: coins?.after ?? world.balanceOf(userId, COINS).free },
  }
}
