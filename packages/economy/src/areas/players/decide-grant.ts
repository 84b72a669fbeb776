import type { DecisionContext } from '../../core/command.ts'
import type { EconomyEvent } from '../../core/event.ts'
import { COINS, THE_WORLD, freeOf, type Move } from '../../core/ledger/accounts.ts'
import { LedgerDraft, type LedgerPosted } from '../../core/ledger/ledger.ts'
import type { OperationKind } from '../../core/ledger/operation-kinds.ts'
import { asCoins, asOperationId, asQuantity, isAmount, type UserId } from '../../core/numbers.ts'
import type { Rejection } from '../../core/rejection.ts'
import { fail, succeed, type Result } from '../../core/result.ts'
import type { World } from '../../core/world.ts'
import { openItem } from '../items/open-item.ts'
import { notificationsOfGrant } from './grant-notification.ts'
import type { Grant, RegisterPlayer } from './player.ts'

/** Mints a grant, opened down to plain items. Grants by customer support notify the player. */
export function decideGrant(world: World, command: Grant, context: DecisionContext): Result<EconomyEvent[], Rejection> {
  const minted = mint(world, context, command)
  if (!minted.ok || command.kind !== 'customer_support') return minted
  return succeed([...minted.value, ...notificationsOfGrant(minted.value)])
}

/**
 * Creates a player with their referrer and grants the starter pack (rules §13). The idempotency key ensures that it
 * happens once.
 */
export function decideRegisterPlayer(
  world: World,
  command: RegisterPlayer,
  context: DecisionContext,
): Result<EconomyEvent[], Rejection> {
  const { userId, steamId, name, isNameConfirmed, language, referrerId, isAwaited = false } = command
  const atMs = context.nowMs
  const registered = { type: 'player_registered', userId, steamId, name, isNameConfirmed, language, atMs } as const
  if (isAwaited) return succeed([registered, { type: 'player_awaited', userId, isAwaited }])
  const first = decideFirstSignIn(world, context, { userId, referrerId })
  return first.ok ? succeed([registered, ...first.value]) : first
}

/** What a first sign-in brings: the referrer whose link was used, and the starter pack. */
export function decideFirstSignIn(
  world: World,
  context: DecisionContext,
  { userId, referrerId }: { readonly userId: UserId; readonly referrerId?: UserId | undefined },
): Result<EconomyEvent[], Rejection> {
  const { coins, items } = world.catalogue.starterPack
  const minted = mint(world, context, { userId, kind: 'starter_pack', coins, items })
  if (!minted.ok || referrerId === undefined || referrerId === userId) return minted
  return succeed([{ type: 'referral_began', userId, referrerId, atMs: context.nowMs }, ...minted.value])
}

interface Minted extends Pick<Grant, 'coins' | 'items' | 'causeId'> {
  readonly userId: UserId
  readonly kind: OperationKind
}

function mint(
  world: World,
  context: DecisionContext,
  { userId, kind, coins, items, causeId }: Minted,
): Result<LedgerPosted[], Rejection> {
  const id = asOperationId(context.newId())
  if (!isAmount(coins)) return fail({ code: 'invalid_count', count: coins })
  const rng = context.rngFor(id)
  const moves: Move[] = []
  if (coins > 0) moves.push({ from: THE_WORLD, to: freeOf(userId), asset: COINS, amount: asCoins(coins) })
  for (const { itemId, count } of items) {
    if (!isAmount(count)) return fail({ code: 'invalid_count', count })
    const opened = openItem(world.catalogue, itemId, count, rng)
    if (!opened.ok) return opened
    for (const [asset, amount] of opened.value) {
      if (amount > 0) moves.push({ from: THE_WORLD, to: freeOf(userId), asset, amount: asQuantity(amount) })
    }
  }
  const draft = new LedgerDraft(world, context)
  const posted = draft.post([{ id, userId, kind, causeId }], moves)
  if (!posted.ok) return posted
  return succeed(draft.toEvents())
}
